#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# energy.sh: claimcheck run --energy over RAPL files made up here, on Mesa's CPU driver: a counter that goes on, one that
# stands, none, cold cases, launches; run file, show, CSV, the page's document and a claim about joules.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
# run CODE OPTIONS...: `claimcheck run` of two cases, or of those that the options name.
run() {
    cc "$1" run --profile quick --samples 3 --no-ceilings --no-isolate --out run.json --force "${@:2}"
}
# holds STATEMENT: of `cases`, those of run.json by their variants, and the schema holds.
holds() {
    valid run.json
    "$python" -c '
import json, sys
cases = {case["variant"]: case for case in json.load(open("run.json"))["cases"]}
packed = cases["packed"]
energy = packed.get("energy", {})
assert eval(sys.argv[1]), json.dumps(energy)' "$1" 2>python || fail "$1: $(tail -n 1 python)"
}
says() {
    tr -s ' \n' ' ' <"$1" | grep -q -e "$2" || fail "no '$2' in $1"
}

filter='^cbt[.]sum_reduction/packed/depth:20/bits:quarter$'
run 0 --filter "$filter"
holds '"energy" not in packed and "energy" not in packed["metrics"]'

# Nothing to read: it is said with the remedy, kept, and the run has not done what it was asked for.
mkdir none
export CLAIMCHECK_ROOT=$work/none
run 77 --energy --filter "$filter"
says err 'energy: no case has an energy that counts'
says err "no energy of 2 cases: $work/none/sys/class/powercap has no package of intel-rapl; load"
holds 'energy["reason"].startswith(CLAIM := "'"$work"'/none") and "counter_j" not in energy and packed["status"] == "ok"'

# A counter that stands still.
export CLAIMCHECK_ROOT=$work/made
package=made/sys/class/powercap/intel-rapl:0
mkdir -p "$package"
echo package-0 >"$package/name"
echo 4000000 >"$package/max_energy_range_uj"
echo 1 >"$package/energy_uj"
run 77 --energy --filter "$filter"
says err 'no energy of 2 cases: the energy counter stood still while the loop ran'
holds '"energy" not in packed["metrics"] and "counter_j" not in energy'

# One of 20 W that goes on, and begins again each 0.2 s.
cat >counter.py <<'END'
import os, sys, time
while os.getppid() == int(sys.argv[2]):
    with open(sys.argv[1] + ".new", "w") as file:
        file.write("%d\n" % (time.monotonic() * 20e6 % 4000001))
    os.replace(sys.argv[1] + ".new", sys.argv[1])
    time.sleep(0.004)
END
"$python" counter.py "$package/energy_uj" $$ &
background=$!
# Where other work keeps the counter's process from its turns, the halves of a loop are apart: once more, then.
counted() {
    for attempt in 1 2 3 4; do
        run "$@"
        grep -q 'halves of the loop' err || return 0
    done
    fail "the halves of the loop are apart at each of $attempt attempts"
}
counted 0 --energy --filter '^cbt[.]sum_reduction/(packed|naive)/depth:20/bits:quarter$'
says err "energy is read by RAPL, 1 package, $work/made/sys/class/powercap, which lacks: power, temperature"
holds 'energy["counter_j"] == packed["metrics"]["energy"]["value"] and packed["metrics"]["energy"]["unit"] == "J"'
holds '0.5 < energy["counter_j"] / (energy["execution_ns"] * 1e-9 * 20) < 1.5 and energy["executions"] > 9'
holds 'energy["window_ns"] >= 1e9 and energy["apart"] <= 0.05 and "reason" not in energy'
cc 0 show run.json --case cbt.sum_reduction/packed/depth:20/bits:quarter
says out ' energy [0-9.]* m*J an execution'
"$claimcheck" show run.json --format csv >csv
"$claimcheck" export run.json --format view >view.json
"$python" -c '
import csv, json
cases = {case["variant"]: case for case in json.load(open("run.json"))["cases"]}
rows = {row["variant"]: row for row in csv.DictReader(open("csv"))}
columns = json.load(open("view.json"))["cases"]
for name, case in cases.items():
    joules = case["metrics"]["energy"]["value"]
    assert abs(float(rows[name]["energy_j"]) / joules - 1) < 1e-9 and rows[name]["energy_reason"] == ""
    at = columns["variant"].index(name)
    assert columns["joules"][at] and columns["energy"][at].startswith(columns["joules"][at] + " an execution")
' 2>python || fail "CSV and view: $(tail -n 1 python)"

# A claim about joules.
cc 0 claims --new made.json
changed made.json made.json 'run["technique"] = "cbt"
run["claims"][0].update(a="^cbt[.]sum_reduction/packed/depth:20/", b="^cbt[.]sum_reduction/naive/depth:20/",
                        measure="metric:energy", says="less")
run["claims"][0].pop("value")'
changed run.json gpu.json 'run["device"].update(software=False, type="discrete")
for one in run["cases"]: # equal to all digits that are printed
    one["metrics"]["energy"]["value"] = 0.0123 if one["variant"] == "packed" else 0.0456'
cc 77 claims gpu.json --published made.json
says out 'made.faster'
says out '3.71 × less (12.3 mJ against 45.6 mJ)'

# Each launch has its own; a cold case has none.
counted 0 --energy --launches 2 --filter "$filter"
holds 'len([each for each in packed["launches"]["each"] if each["metrics"]["energy"]["unit"] == "J"]) == 2'
run 77 --energy --cache cold --filter 'sum_reduction/packed/depth:20/'
says err 'no energy of 2 cases: a sweep of the caches comes before each execution'
holds 'energy["reason"].startswith("a sweep")'
