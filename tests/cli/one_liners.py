#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""one_liners.py: each line of docs/guide/one-liners.md prints something of a kept run, and medians of samples are its
median_ns; one whose interpreter or package is not installed is left out, with a line that says so.

  tests/cli/one_liners.py CLAIMCHECK [PAGE]

Exit code: 0, 1, 77 where none can be tried.
"""
import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "scripts/maintain"))
from bounded import text_of  # noqa: E402

RUN = ROOT / "results/runs/nvidia-h100-80gb-hbm3/20261122-detp-paper-3.json.xz"
COUNT, PROSE_WORDS = 10, 350
NEEDED = (("jq", "jq", ["jq", "--version"]), ("Rscript", "Rscript", ["Rscript", "--version"]),
          ("python3", "python3", ["python3", "--version"]), ("pandas", "import pandas", ["python3", "-c", "import pandas"]))


def is_installed(command):
    return shutil.which(command[0]) and subprocess.run(command, capture_output=True).returncode == 0


def medians_differ(line, printed, medians):
    """The first case whose median a line prints otherwise than the run has it; None."""
    if "gpu_ns" not in line or "median" not in line:
        return None
    rows = re.findall(r'"?(\S+/[^\s"]*?)"?[ ,\t]+([0-9.e+]+)$', printed, re.M)
    wrong = [name for name, value in rows if name in medians and abs(float(value) / medians[name] - 1) > 1e-6]
    return wrong[0] if wrong else None if any(name in medians for name, _ in rows) else "none is printed"


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    page = Path(arguments[1] if len(arguments) == 2 else ROOT / "docs/guide/one-liners.md").read_text(encoding="utf-8")
    lines, prose = re.findall(r"^```sh\n(.*?)^```$", page, re.S | re.M), re.sub(r"^```.*?^```$", "", page, flags=re.S | re.M)
    faults, tried = [], 0
    if len(lines) != COUNT or len(prose.split()) > PROSE_WORDS:
        faults.append(f"{len(lines)} lines, not {COUNT}; {len(prose.split())} words of prose, of at most {PROSE_WORDS}")
    missing = [(name, word) for name, word, command in NEEDED if not is_installed(command)]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "run.json").write_text(text_of(RUN), encoding="utf-8")
        os.symlink(Path(arguments[0]).resolve(), Path(folder, "claimcheck"))
        table = subprocess.run([f"{folder}/claimcheck", "export", f"{folder}/run.json", "--format", "csv"], capture_output=True, text=True)
        medians = {row["name"]: float(row["median_ns"]) for row in csv.DictReader(io.StringIO(table.stdout))
                   if row["median_ns"] and row["time"] == "gpu"}
        for line in lines:
            lacks = [name for name, word in missing if word in line]
            if lacks:
                print(f"one_liners: not tried without {lacks[0]}: {line.splitlines()[0]}")
                continue
            tried += 1
            done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            wrote = done.stdout.strip() or any(Path(folder).glob("*.pdf"))
            if done.returncode != 0 or not wrote:
                faults.append(f"exit code {done.returncode}, {'nothing' if not wrote else 'something'} printed: {line}{done.stderr}")
            elif medians_differ(line, done.stdout, medians):
                faults.append(f"another median than median_ns: {medians_differ(line, done.stdout, medians)}: {line}")
    for fault in faults:
        print(f"one_liners: {fault}", file=sys.stderr)
    print(f"one_liners: {tried} of {len(lines)} tried")
    return 1 if faults else 0 if tried else 77


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
