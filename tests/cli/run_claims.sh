#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_claims.sh: run --claims by the executable: which cases, refusals, launches and processes of their own, on Mesa's CPU
# driver. Judges no time. Exit code: 0, 1, 77 (no CPU driver here).
#
#   tests/cli/run_claims.sh CLAIMCHECK
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/executable.sh"
. "$root/tests/cli/lavapipe.sh"
. "$root/tests/cli/faults.sh"

# cases WHAT OPTIONS...: the names that are planned, on lists/WHAT.
mkdir lists
cases() {
    local name=$1
    shift
    checks=$((checks + 1))
    "$claimcheck" run --list-cases "$@" >"lists/$name" 2>err || fail "run --list-cases $*: $(cat err)"
}
# refused PATTERN OPTIONS...: exit code 99, with one line.
refused() {
    local pattern=$1 code=0
    shift
    checks=$((checks + 2))
    "$claimcheck" run --list-cases "$@" >out 2>err || code=$?
    [ "$code" -eq 99 ] || fail "run $*: exit code $code, not 99"
    [ "$(wc -l <err)" -eq 1 ] && grep -q -E -e "$pattern" err || fail "run $*: no '$pattern': $(cat err)"
}
same() {
    checks=$((checks + 1))
    cmp -s "lists/$1" "lists/$2" || fail "$3: $(diff "lists/$1" "lists/$2" | head -5)"
}

# What is wanted of each paper, and of all together; what takes minutes only with the profile that has it.
for paper in "$root"/results/published/*.json; do
    cases "$(basename -- "$paper" .json)" --profile full --claims="^$(basename -- "$paper" .json)[.]"
done
cases all --profile full --claims
cat lists/[!a]* | sort -u >lists/union
sort lists/all >lists/sorted
same sorted union 'claims of all papers are not those of each'
cases short --claims
checks=$((checks + 2))
[ "$(sort lists/short lists/all | uniq -u | wc -l)" -eq $(($(wc -l <lists/all) - $(wc -l <lists/short))) ] ||
    fail 'without what takes minutes there are cases that are not among all'
[ "$(wc -l <lists/short)" -lt "$(wc -l <lists/all)" ] || fail 'nothing takes minutes'
grep -q 'claims whose cases take minutes' err || fail 'nothing says what is left out'
cases narrow --claims --filter '^cbt[.]first_passes/naive/'
printf '%s\n' cbt.first_passes/{prepass,naive}/depth:28/bits:quarter >lists/baseline
same narrow baseline 'a filter does not narrow it, or its baseline is gone'
cases file --published "$root/results/published/tokuyoshi.json" --claims
cases id --claims '--filter=.'
same id short 'an optional value takes the next argument'
cases tokuyoshi_short --claims='^tokuyoshi[.]'
same file tokuyoshi_short "a file of one's own is not in place of the shipped ones"

refused "no claim matches 'tokuyoshi[.]sped_up' .did you mean 'tokuyoshi[.]speed_up'" --claims=tokuyoshi.sped_up
refused 'no run can test bavoil[.]ray_query: ' --claims=bavoil.ray_query
refused 'no regular expression' '--claims=('
refused 'are about no case of profile quick' --claims='deliot.heap' --profile quick
refused 'selects no case that the claims are about' --claims='deliot.heap' --filter detp
refused 'cannot read' --claims --published nowhere.json
refused 'has claims: --claims' --published "$root/results/published/tokuyoshi.json"
refused "given twice" --claims=a --claims=b

# A software device measures what a claim about a device's times is about only where that alone is named; what it leaves out
# is said, and the process of its own leaves it out as well.
checks=$((checks + 2))
"$claimcheck" run --claims='^(lastra[.]small_streams|bavoil[.]bounds_steps)$' --isolate --no-ceilings --samples 2 --out left.json \
    >out 2>err || fail "run --claims of what is testable: $(cat err)"
grep -q "without 1 claim about a device's time$" err || fail "nothing says what is left out: $(cat err)"
if grep -q stream_reduction left.json || ! grep -q map_alone left.json; then
    fail 'a software device measures what it cannot test'
fi

# By processes of their own, which read the arguments again, and over two launches.
claim=(--claims='^lastra[.]small_streams$' --published "$root/results/published/lastra.json")
cc 0 run "${claim[@]}" --isolate --no-ceilings --samples 2 --launches 2 --seed 1 --out run.json
checks=$((checks + 1))
"$python" - run.json 2>err <<'END' || fail "run --claims: $(cat err)"
import json, sys
run = json.load(open(sys.argv[1]))
names = [case["name"] for case in run["cases"]]
wanted = {f"stream_reduction.compact/{rest}" for n in (64, 256) for rest in (
    f"quadtree/n:{n}/p:0.5/element:tuple", f"quadtree_allocating/n:{n}/p:0.5/element:tuple/allocation:exact")}
assert set(names) == wanted, names
assert all(case["status"] == "ok" and case["launches"] for case in run["cases"]), run["cases"]
arguments = run["session"]["plan_arguments"]
assert "--claims=^lastra[.]small_streams$" in arguments and not any("--profile" in text for text in arguments), arguments
assert not any("/" in text for text in arguments), arguments
END

printf 'run_claims.sh: %d checks, %d failed\n' "$checks" "$failed"
exit "$((failed > 0))"
