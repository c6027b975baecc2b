# SPDX-License-Identifier: MIT
"""What the twins of scripts/research/peers/ have in common: tools, their trouble, what they say of the device, their file."""
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
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "maintain"))

import script  # noqa: E402
from script import ROOT, git, refuse  # noqa: E402


def tool(name, *patterns):
    found = shutil.which(name)
    for pattern in patterns:
        found = found or next((path for path in sorted(glob.glob(pattern), reverse=True)
                               if os.access(path, os.X_OK)), None)
    if not found:
        refuse(f"no {name}: install NVIDIA's CUDA toolkit, or put {name} into PATH")
    return found


def run(command, **more):
    return subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **more)


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def nvcc(program, *arguments):
    done = run([tool("nvcc", "/usr/local/cuda/bin/nvcc", "/usr/local/cuda-*/bin/nvcc"), "-O3", *arguments, "-o", program])
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines() if "error" in line or "undefined reference" in line]
        refuse(f"nvcc: {errors[0].strip() if errors else last_line(done.stdout)}")


def with_sources(program, architecture, sources, *arguments):
    """Builds a twin with C sources of the tree, those of the bench itself."""
    objects = []
    for source in sources:
        objects.append(f"{program}.{os.path.basename(source)[:-2]}.o")
        done = run([tool("cc"), "-std=c11", "-D_GNU_SOURCE", "-O2", "-ffp-contract=off", "-I", ROOT, "-c", ROOT / source, "-o", objects[-1]])
        if done.returncode != 0:
            refuse(f"cc: {last_line(done.stdout)}")
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
        refuse(last_line(done.stdout).removeprefix(os.path.basename(program) + ": "), done.returncode if done.returncode in (1, 77) else 99)
    return [line.split("\t") for line in done.stdout.splitlines()]


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
            "recorded": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
            "commit": (git(ROOT, "rev-parse", "--short=12", "HEAD") or b"").decode().strip() or None,
            "device": device, "cuda": cuda, **more}


def write(result, out):
    if not out:
        device = re.sub(r"[^a-z0-9]+", "-", result["device"]["name"].lower()).strip("-")
        name = f"{result['recorded'].replace('-', '')}-{Path(sys.argv[0]).name.replace('_', '-')}.json"
        out = ROOT / "results" / "twins" / device / name
    out = Path(out).absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(out.name + ".part")
    part.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    part.replace(out)
    print(f"wrote {os.path.relpath(out)}")


def main(doc, on_host, measure, show, *words):
    """Does what the command line asks for: on_host(options, folder) returns lines, and measure(options, folder) what is written, and
    show prints. words: options of the program, beside those that all have."""
    def act():
        options = script.options(doc, "--out FILE", "--host", *words)
        with tempfile.TemporaryDirectory() as folder:
            if options.host:
                for fields in on_host(options, folder):
                    print(*fields)
                return
            result = measure(options, folder)
        show(result)
        write(result, options.out)

    script.run(act)
