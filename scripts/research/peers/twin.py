# SPDX-License-Identifier: MIT
"""What the twins of scripts/research/peers/ have in common: tools, their trouble, what they say of the device, their file."""
import argparse
import datetime
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))


class Trouble(Exception):
    """One line, and the exit code."""

    def __init__(self, code, line):
        super().__init__(line)
        self.code = code


def tool(name, *patterns):
    found = shutil.which(name)
    for pattern in patterns:
        found = found or next((path for path in sorted(glob.glob(pattern), reverse=True)
                               if os.access(path, os.X_OK)), None)
    if not found:
        raise Trouble(99, f"no {name}: install NVIDIA's CUDA toolkit, or put {name} into PATH")
    return found


def run(command, **more):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              check=False, **more)
    except OSError as error:
        raise Trouble(99, f"{os.path.basename(command[0])}: {error.strerror}") from error


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def nvcc(program, *arguments):
    done = run([tool("nvcc", "/usr/local/cuda/bin/nvcc", "/usr/local/cuda-*/bin/nvcc"), "-O3", *arguments, "-o", program])
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines() if "error" in line]
        raise Trouble(99, f"nvcc: {errors[0].strip() if errors else last_line(done.stdout)}")


def with_sources(program, architecture, sources, *arguments):
    """Builds a twin with C sources of the tree, those of the bench itself."""
    objects = []
    for source in sources:
        objects.append(f"{program}.{os.path.basename(source)[:-2]}.o")
        done = run([tool("cc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-ffp-contract=off", "-I", ROOT, "-c",
                    os.path.join(ROOT, source), "-o", objects[-1]])
        if done.returncode != 0:
            raise Trouble(99, f"cc: {last_line(done.stdout)}")
    nvcc(program, "-arch", architecture, "-I", ROOT, *arguments, *objects, "-lm")


def only(rows, kind):
    return [row[1:] for row in rows if row[0] == kind]


def version_of(command, pattern):
    found = re.search(pattern, run(command).stdout)
    return found.group(1) if found else None


def driver_version():
    """Of the kernel's module; None where it does not say."""
    try:
        with open("/proc/driver/nvidia/version", encoding="utf-8") as file:
            found = re.search(r"\b(\d{3,}\.\d+(?:\.\d+)?)\b", file.read())
    except OSError:
        found = None
    if found:
        return found.group(1)
    smi = shutil.which("nvidia-smi")
    return smi and version_of([smi, "--query-gpu=driver_version", "--format=csv,noheader"], r"^(\d+\.\d[.\d]*)")


def twin(program, *arguments):
    """Fields of each line that the twin prints."""
    done = run([program, *arguments])
    if done.returncode != 0:
        raise Trouble(done.returncode if done.returncode in (1, 77) else 99,
                      last_line(done.stdout).removeprefix(os.path.basename(program) + ": "))
    return [line.split("\t") for line in done.stdout.splitlines()]


def commit_of():
    done = run(["git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"])
    return done.stdout.strip() if done.returncode == 0 else None


def device_of(fields):
    name, multiprocessors, l2_bytes, memory_bytes, capability, driver, runtime = fields
    cuda = [f"{int(version) // 1000}.{int(version) % 1000 // 10}" for version in (driver, runtime)]
    return ({"name": name, "multiprocessors": int(multiprocessors), "l2_bytes": int(l2_bytes),
             "memory_bytes": int(memory_bytes), "compute_capability": capability, "driver": driver_version()},
            {"driver": cuda[0], "runtime": cuda[1]})


def times_of(fields):
    times = sorted(int(field) for field in fields)
    return {"median": statistics.median(times), "least": times[0], "most": times[-1], "count": len(times)}


def result_of(twin_of, note, rows, **more):
    """What a file begins with, of the lines of the program."""
    device, cuda = device_of(only(rows, "device")[0])
    return {"schema_version": 1, "twin_of": twin_of, "note": note,
            "recorded": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), "commit": commit_of(),
            "device": device, "cuda": cuda, **more}


def write(name, result, out):
    if not out:
        device = re.sub(r"[^a-z0-9]+", "-", result["device"]["name"].lower()).strip("-")
        out = os.path.join(ROOT, "results", "twins", device, result["recorded"].replace("-", "") + f"-{name}.json")
    try:
        os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
        with open(out + ".part", "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")
        os.replace(out + ".part", out)
    except OSError as error:
        raise Trouble(99, f"{out}: {error.strerror}") from error
    return out


class Options(argparse.ArgumentParser):
    """Options that all of these programs have. A wrong one is a line, and ends the program with 99."""

    def __init__(self, name, usage):
        super().__init__(prog=name, usage=usage, add_help=False)
        self.add_argument("--help", action="store_true")
        self.add_argument("--out")
        self.add_argument("--host", action="store_true")

    def error(self, message):
        sys.exit(print(f"{self.prog}: {message}", file=sys.stderr) or 99)


def main(name, usage, options, on_host, measure, show):
    """Does what the options ask for, and returns the exit code: on_host(options, folder) returns lines, and measure(options, folder)
    what is written, and show prints."""
    if options.help:
        print(usage)
        return 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            if options.host:
                for fields in on_host(options, folder):
                    print(*fields)
                return 0
            result = measure(options, folder)
        show(result)
        print("wrote " + os.path.relpath(write(name.replace("_", "-"), result, options.out)))
        return 0
    except Trouble as trouble:
        print(f"{name}: {trouble}", file=sys.stderr)
        return trouble.code
