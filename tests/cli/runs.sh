# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# runs.sh: what scripts begin with that read runs, and measure nothing: `results`, the kept runs; `work`, a folder that goes
# with the script; faults.sh. The caller has set `root` and `claimcheck`.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
# shellcheck disable=SC2154
results=${CLAIMCHECK_TEST_RESULTS:-$root/results}
work=$(mktemp -d)
unset COLUMNS CLICOLOR_FORCE || true
export NO_COLOR=1
. "$root/tests/cli/faults.sh"

# narrow FILE WHAT: no line has more than 80 columns.
narrow() {
    checks=$((checks + 1))
    "$python" - "$work/$1" <<'PYTHON' || fail "$2: a line is longer than 80 columns"
import sys
wide = [line for line in open(sys.argv[1], encoding="utf-8").read().split("\n") if len(line) > 80]
if wide:
    sys.exit("\n".join(wide[:3]))
PYTHON
}

# unpacked FILE: prints its text.
unpacked() {
    PYTHONDONTWRITEBYTECODE=1 "$python" "$root/scripts/maintain/bounded.py" "$1"
}

# changed FROM TO CHANGE: a copy of a kept run with the Python statements done to `run`; `case` finds a case by a part of
# its name.
changed() {
    unpacked "$1" >"$work/.unpacked"
    "$python" - "$work/.unpacked" "$2" "$3" <<'PYTHON'
import json, sys
source, target, change = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    run = json.load(file)
def case(part):
    return next(c for c in run["cases"] if part in c["name"])
exec(change)
with open(target, "w", encoding="utf-8") as file:
    json.dump(run, file)
PYTHON
}
