# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# runs.sh: what scripts begin with that read runs, and measure nothing: faults.sh, where that has not begun
# them, and `results`, the kept runs.
[ -n "${checks+set}" ] || . "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"
# shellcheck disable=SC2154
results=${CLAIMCHECK_TEST_RESULTS:-$root/results}
unset COLUMNS CLICOLOR_FORCE || true
export NO_COLOR=1

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
