#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""One allocation of the executable fails, in each command that writes: what it wrote is whole, or it ends with 99 and a line
that says so. tests/sabotage/memory.py CLAIMCHECK FAIL_MEMORY [NAME...]

FAIL_MEMORY: tests/sabotage/fail_memory.c, built. NAME: a command of the table below. MEMORY_TRIES allocations fail in turn,
spread over all that a command makes, and those at its end one by one. Exit code: 0, 1, 77 (no CPU driver of Mesa here).
"""
import concurrent.futures
import glob
import lzma
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "scripts/maintain"))
from columns import with_cases  # noqa: E402

RUN = os.path.join(ROOT, "tests/cli/export/run.json")
KEPT = sorted(glob.glob(os.path.join(ROOT, "results/runs/*/*.json.xz")), key=os.path.getsize)[:1]
TWO = sorted(glob.glob(os.path.join(ROOT, "results/runs/*/*-tile-subdivision-p*.json.xz")))[:2]
TINY = ["--filter", "tile_subdivision.subdivide/per_level/", "--axis=top=3", "--axis=map=spots"]
RUN_TINY = ["run", *TINY, "--samples", "2", "--no-ceilings", "--quiet", "--out", "OUT"]
SHEETS = ["text", "markdown", "latex", "csv", "json"]
FORMATS = ["csv", "tidy", "markdown", "hyperfine", "gbench", "gbench-summary", "bmf", "gha", "testbed"]
# name: (words, tries); OUT is a path of its own. What measures is told by its members, all else by its bytes.
COMMANDS = {
    "list": (["list", "--json"], 40),
    "kernels": (["list", "--kernels", "--json"], 30),
    "claims": (["claims", *KEPT, "--json"], 40),
    "show": (["show", RUN], 30),
    "show-kept": (["show", *KEPT], 30),
    "show-case": (["show", RUN, "--case", "t.b/host/n:1024"], 20),
    "report": (["report", *KEPT, "--out", "OUT"], 60),
    "cite": (["cite", *KEPT], 20),
    "cite-two": (["cite", *TWO], 12),
    "help": (["help", "run"], 20),
    "documents": (["documents", "markdown"], 20),
    "kernels-of": (["list", "--kernels", "cbt", "--format", "csv"], 8),
    "cite-latex": (["cite", *KEPT, "--format", "latex"], 20),
    "keep": (["keep", *KEPT, "--out-dir", "OUT"], 30),
    "baseline": (["ab", "--baseline", "OUT", *KEPT, "--accept", "--reason", "planted"], 30),
    "new": (["new", "OUT"], 20),
    "figures": (["export", *KEPT, "--format", "figures"], 8),
    "plots": (["plot", *KEPT, "--list"], 8),
    "each": (["claims", *KEPT, "--each"], 8),
    "pages": (["report", *TWO, "--out", "OUT"], 8),
    "folder": (["list", "--technique", os.path.join(ROOT, "techniques/prefix_scan"), "--json"], 8),
    "why": (["why", "host", RUN], 20),
    "inspect": (["inspect", "tiles", "--json"], 30),
    "devices": (["devices", "--json"], 10),
    "run": ([*RUN_TINY, "--no-isolate"], 24),
    "run-isolated": ([*RUN_TINY, "--isolate"], 24),
    "trace": (["trace", *TINY, "--out", "OUT"], 16),
} | {f"export-{form}": (["export", RUN, "--format", form], 12) for form in FORMATS} | {
    f"{name}-{form}": ([*words, "--format", form], 12) for form in SHEETS for name, words in {
        "list": ["list"],
        "claims": ["claims", *KEPT],
        "compare": ["compare", *TWO],
        "history": ["history", os.path.dirname(RUN), "--case", "host"],
    }.items()}
MEASURES = ("run", "run-isolated", "trace", "devices", "baseline")  # or says when


def rows(packed):
    """The text of a packed run, with its cases."""
    return with_cases(lzma.decompress(packed).decode(), 1 << 28).encode()


def skip_without_driver():
    drivers = [path for folder in ("/usr/share", "/etc") for path in glob.glob(folder + "/vulkan/icd.d/lvp_icd*.json")]
    if not drivers:
        print("no CPU driver of Mesa (lvp_icd*.json) here")
        sys.exit(77)
    return {"VK_DRIVER_FILES": sorted(drivers)[0], "VK_ICD_FILENAMES": sorted(drivers)[0], "XDG_CACHE_HOME": "/dev/null",
            "LP_NUM_THREADS": "0", "NO_COLOR": "1"}


def members(value, path=""):
    """Paths of all that a document has, but for how many entries an array of numbers has."""
    if isinstance(value, dict):
        return {found for key, inner in value.items() for found in members(inner, f"{path}.{key}") | {f"{path}.{key}"}}
    if isinstance(value, list):
        return {found for inner in value for found in members(inner, path + "[]")}
    return set()


class Tries:
    def __init__(self, claimcheck, library, environment):
        self.claimcheck = os.path.abspath(claimcheck)
        self.library = os.path.abspath(library)
        self.environment = environment

    def run(self, words, number):
        """(exit code, what was written by path, lines on stderr, words of the library)"""
        with tempfile.TemporaryDirectory() as folder:
            out, said = os.path.join(folder, "out"), os.path.join(folder, "said")
            environment = os.environ | self.environment | {"LD_PRELOAD": self.library, "FAIL_MEMORY": f"{number}:{said}"}
            done = subprocess.run([self.claimcheck, *[out if word == "OUT" else word for word in words]], cwd=folder,
                                  env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
            written = {"": done.stdout.replace(folder.encode(), b"")}
            for parent, _, files in os.walk(folder):
                for name in files:
                    path = os.path.join(parent, name)
                    if path != said:
                        with open(path, "rb") as file:
                            written[os.path.relpath(path, folder)] = file.read()
            words = []  # none of a process that gave up at once
            if os.path.exists(said):
                with open(said, encoding="utf-8") as file:
                    words = file.read().split("\n")
            return done.returncode, written, done.stderr.decode(errors="replace"), words

    def told(self, name, written):
        """What must be the same each time."""
        if name not in MEASURES:
            return written
        plain = {path: rows(text) if text[:5] == b"\xfd7zXZ" else text for path, text in written.items()}
        return {path: members(json.loads(text)) for path, text in plain.items() if text[:1] == b"{"}

    def fault(self, name, words, number, wanted):
        try:
            code, written, errors, said = self.run(words, number)
        except subprocess.TimeoutExpired as expired:
            return f"no end after {expired.timeout:.0f} s"
        if code == 99:
            said = errors + written[""].decode(errors="replace")  # of a case: in the table
            return None if re.search(r"^claimcheck: |^ *error: ", said, re.M) else "99 without a line"
        if code < 0:
            return f"ended by signal {-code}" + "".join(f", {line}" for line in said if line.startswith("at "))
        if code != wanted[0]:
            return f"exit code {code}, not {wanted[0]}"
        try:
            same = self.told(name, written) == self.told(name, wanted[1])
        except ValueError:
            same = False
        return None if same else f"exit code {code}, and what was written is not whole"


def main():
    if len(sys.argv) < 3:
        print(__doc__)
        return 1
    tries = Tries(sys.argv[1], sys.argv[2], skip_without_driver())
    names = sys.argv[3:] or list(COMMANDS)
    faults, count = [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in names:
            words, most = COMMANDS[name]
            most = int(os.environ.get("MEMORY_TRIES", most))
            wanted = tries.run(words, 0)
            calls = max(int(line) for line in wanted[3] if line.isdigit())
            numbers = sorted({1 + (calls - 1) * i // most for i in range(most)} | set(range(max(1, calls - most // 4), calls + 1)))
            found = list(pool.map(lambda number: tries.fault(name, words, number, wanted), numbers))
            count += len(numbers)
            faults += [f"{name}, allocation {number} of {calls}: {fault}" for number, fault in zip(numbers, found) if fault]
    print("\n".join(faults + [f"{count} allocations failed, {len(faults)} faults"]))
    return 1 if faults else 0


sys.exit(main())
