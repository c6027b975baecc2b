#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# helpers.sh: what faults.sh gives to scripts fails where it should, and nowhere else.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/faults.sh"

# caught 0|1 HELPER...: it counts as failed, or not.
wrong=0
caught() {
    local wanted=$1
    shift
    failed=0
    "$@" >said 2>&1
    [ "$((failed > 0))" -eq "$wanted" ] || { printf 'FAIL %s: caught %d times\n' "$*" "$failed" && wrong=$((wrong + 1)); }
}

printf '{"session": {"a": 1}, "cases": [{"name": "t.b/x", "variant": "x", "status": "ok"}]}' >run.json
caught 0 holds run.json 'session["a"] == 1 == len(cases) and by_variant["x"] is by_name["t.b/x"] and state["t.b/x"] == ("ok", None)'
caught 1 holds run.json 'session["a"] == 2'
caught 1 holds run.json 'no_such_name'
caught 1 holds none.json 'True'
caught 0 holds run.json <<<'assert run is not None'
caught 1 holds run.json <<<'assert not cases'
[ -z "$("$python" -c 'import jsonschema' 2>&1)" ] || skip 'no jsonschema here'
caught 1 valid run.json
caught 1 valid none.json ab

caught 0 cc 0 --version
caught 0 prints claimcheck
caught 1 prints 'no such word'
caught 1 says claimcheck
caught 1 cc 1 --version
caught 0 refused 'rnu' rnu
caught 1 refused 'no such word' rnu
caught 1 refused claimcheck --version
caught 0 tells 99 rnu rnu
caught 1 tells 77 rnu rnu
caught 1 tells 99 'no such word' rnu
caught 0 shows claimcheck --version
caught 1 shows 'no such word' --version
caught 1 shows claimcheck rnu

caught 0 cc '0|77' --version
caught 1 cc '9|77' rnu
caught 0 ran 7 limited -n 20 sh -c '[ "$(ulimit -n)" -ne 20 ] || exit 7'
caught 0 saved version --version
caught 0 matches version --version
caught 1 matches version --help
caught 0 said rnu cc 99 rnu
caught 1 said 'no such word' cc 99 rnu
caught 0 printed claimcheck cc 0 --version
caught 1 printed 'no such word' cc 0 --version
caught 0 only rnu cc 99 rnu
caught 1 only . cc 0 --version
caught 0 unwritten '>/dev/full' 99 --version
caught 1 unwritten '>/dev/null' 99 --version
caught 1 cramped 8 99 --version

begins --version
awaits false
caught 0 stops 0 0 'it has ended'
begins --version
awaits false
caught 1 stops 0 99 'it ends with another code'
printf 'a\n' >lines
caught 0 has_lines lines 1
! has_lines lines 2 || wrong=$((wrong + 1))
printf 'a\n' >err
caught 0 one_line a ''
caught 1 one_line b ''
printf 'a\na\n' >err
caught 1 one_line a ''
printf '%080d\n' 0 >line
caught 0 narrow line ''
printf '%081d\n' 0 >line
caught 1 narrow line ''
caught 1 lacks line 0 ''
printf '\033[1m' >out
caught 1 plain ''

# A script ends with 1 where one has failed, with 77 where a tool is not there, and else with 0.
for ending in 'fail x:1' 'wants no-such-tool:77' 'cc 0 --version:0'; do
    printf '. "%s/tests/cli/faults.sh"\n%s\n' "$root" "${ending%:*}" >script
    code=0
    bash script "$claimcheck" >said 2>&1 || code=$?
    [ "$code" -eq "${ending#*:}" ] || { printf 'FAIL %s: exit code %d\n' "$ending" "$code" && wrong=$((wrong + 1)); }
done
failed=0
[ "$wrong" -eq 0 ]
