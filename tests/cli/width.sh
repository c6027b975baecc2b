#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# width.sh: what people read fits 80 columns: every command on a terminal of so many and in a pipe, messages too; and what
# stands in whole lines in a pipe, for scripts. On Mesa's CPU driver. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
export TERM=xterm-256color
unset NO_COLOR CLICOLOR_FORCE COLUMNS || true

results=$root/results/runs
tiny='--filter tile_subdivision.subdivide/(per_level|subtree)/ --axis top=4 --axis map=scene --no-ceilings --samples 3'

: >err
# Each of its lines is a command: "terminal", "both" (in a pipe, too), "lines": whole in a pipe,
# and the same words on a terminal, or "message": a line in a pipe.
cat >commands <<END
both help
both help list
both help devices
both help run
both help inspect
both help trace
both help selftest
both help show
both help compare
both help ab
both help claims
both help export
both help keep
both inspect tiles --help
both inspect cbt --help
both inspect reyes --help
both inspect stream --help
both inspect detp --help
both inspect tiling --help
both inspect order --help
both show paper.json.xz
both show paper.json.xz --case cbt.sum_reduction/packed_snapshot/depth:20/bits:quarter
both compare h100.json.xz h200.json.xz
both claims h100.json.xz h200.json.xz
both claims --brief paper.json.xz
both claims --verbose paper.json.xz
terminal keep h200.json.xz --out-dir kept --samples 3
message keep h200.json.xz --out-dir kept --samples 3
lines list
lines list --kernels cbt/reduce_tile
terminal list --kernels
lines list stream_reduction.transfer
terminal list cbt.sum_reduction
lines devices
lines inspect tiles --top 8
lines inspect order --order morton
terminal selftest
both run $tiny --out a.json --force
both run $tiny --launches 2 --out b.json --force --verbose
both run --claims=tokuyoshi.three_synchronizations --no-ceilings --samples 2 --out c.json --force
both trace --filter build_and_subdivide/per_level/ --axis top=4 --axis map=scene --out t.json --force
message run --filter nothing_of_that_name_is_to_be_found_in_any_plan
message claims h100.json.xz h100.json.xz
message show paper.json.xz --case cbt.sum_reduction/packed_snapshots/depth:20/bits:quarter
message run tile_subdivison
message compare paper.json.xz paper.json.xz
message keep nowhere.json
message run -q --export-json - --export-csv -
END
ln -s "$results/nvidia-h100-80gb-hbm3/20261122-tile-subdivision-passes.json.xz" h100.json.xz
ln -s "$results/nvidia-h100-80gb-hbm3/20261128-paper.json.xz" paper.json.xz
ln -s "$results/nvidia-h200/20261121-tile-subdivision-paper.json.xz" h200.json.xz
"$python" - "$claimcheck" "$root/tests/cli/terminal.py" <<'PYTHON' >faults || fail 'not all was measured'
import re, subprocess, sys, unicodedata

COLUMNS = 80

def on_terminal(command):
    done = subprocess.run([sys.argv[2], str(COLUMNS), "-", *command], stdout=subprocess.PIPE)
    return re.sub("\x1b\\[[0-9;]*[A-Za-z]", "", done.stdout.decode("utf-8"))

def in_pipe(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

def width(line):
    return sum(0 if unicodedata.combining(c) else 1 for c in line)

# A word is never broken, so that it can be copied: a long one alone in its line may stick out.
def check(what, text):
    wide = [line for line in re.split("\r\n|\n|\r", text) if width(line) > COLUMNS and len(line.split()) > 1]
    if wide:
        print(f"{what}: {len(wide)} lines of more than {COLUMNS} columns: {wide[0]}")
    if not text:
        print(f"{what}: nothing is printed")

for line in open("commands"):
    how, *arguments = line.split()
    command = [sys.argv[1]] + arguments
    what = " ".join(arguments)
    shown = on_terminal(command)
    check(f"on a terminal: {what}", shown)
    if how == "terminal":
        continue
    out, err = in_pipe(command)
    if how == "both":
        check(f"in a pipe: {what}", out)
    if how == "lines" and shown.split() != out.split():
        print(f"{what}: another text on a terminal")
    if how == "message" and (out or not err or any(not line.startswith("claimcheck: ") for line in err.splitlines())):
        print(f"{what}: a message in a pipe is more than a line: {out}{err}")
PYTHON
while read -r fault; do
    fail "$fault"
done <faults

cc 0 list cbt.sum_reduction
[ "$(grep -c '^    variant ' out)" -eq "$(grep -c '\[.*\]$' out)" ] || fail 'list in a pipe: a variant is not one line'
