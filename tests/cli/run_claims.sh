#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run_claims.sh: run --claims by the executable: which cases, refusals, launches and processes of their own, on Mesa's CPU
# driver. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# cases WHAT OPTIONS...: the names that are planned, on lists/WHAT.
mkdir lists
cases() {
    local name=$1
    shift
    "$claimcheck" run --list-cases "$@" >"lists/$name" 2>err || fail "run --list-cases $*: $(cat err)"
}
same() {
    cmp -s "lists/$1" "lists/$2" || fail "$3: $(diff "lists/$1" "lists/$2" | head -5)"
}

# Cases for each paper, and for all together; claims that take minutes only with the profile that has them.
for paper in "$root"/results/published/*.json; do
    cases "$(basename -- "$paper" .json)" --profile full --claims="^$(basename -- "$paper" .json)[.]"
done
cases all --profile full --claims
cat lists/[!a]* | sort -u >lists/union
sort lists/all >lists/sorted
same sorted union 'claims of all papers are not those of each'
cases short --claims
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

refused "no claim matches 'tokuyoshi[.]sped_up' .did you mean 'tokuyoshi[.]speed_up'" run --list-cases --claims=tokuyoshi.sped_up
refused 'no run can test deliot[.]get_dimensions: ' run --list-cases --claims=deliot.get_dimensions
refused 'not a regular expression' run --list-cases '--claims=('
refused 'are about no case of profile quick' run --list-cases --claims='deliot.heap' --profile quick
refused "'single_launch_cud\[a\]' fits tile_subdivision[.]subdivide/single_launch_cuda, a program, which is left out unless the filter has the word 'cuda'" \
    run --list-cases --filter 'single_launch_cud[a]'
refused 'selects no case that the claims are about' run --list-cases --claims='deliot.heap' --filter detp
refused 'cannot read' run --list-cases --claims --published nowhere.json
refused 'has claims: --claims' run --list-cases --published "$root/results/published/tokuyoshi.json"
refused "given twice" run --list-cases --claims=a --claims=b

# A software device measures what a claim about a device's times is about only where that alone is named; what it leaves out
# is said, and the process of its own leaves it out as well.
cc 0 run --claims='^(lastra[.]small_streams|bavoil[.]bounds_steps)$' --isolate --no-ceilings --samples 2 --out left.json
says "without 1 claim about a device's time$"
if grep -q stream_reduction left.json || ! grep -q map_alone left.json; then
    fail 'a software device measures what it cannot test'
fi

# Processes of their own read the arguments again, and over two launches.
claim=(--claims='^lastra[.]small_streams$' --published "$root/results/published/lastra.json")
cc 0 run "${claim[@]}" --isolate --no-ceilings --samples 2 --launches 2 --seed 1 --out run.json
cp "$root/results/published/lastra.json" .
holds run.json <<'END'
names = [case["name"] for case in cases]
wanted = {f"stream_reduction.compact/{rest}" for n in (64, 256) for rest in (
    f"quadtree/n:{n}/p:0.5/element:tuple", f"quadtree_allocating/n:{n}/p:0.5/element:tuple/allocation:exact")}
assert set(names) == wanted, names
assert all(case["status"] == "ok" and case["launches"] for case in cases), cases
arguments = run["session"]["plan_arguments"]
assert "--claims=^lastra[.]small_streams$" in arguments and not any("--profile" in text for text in arguments), arguments
assert not any("/" in text for text in arguments), arguments
shipped = [claim for claim in document("lastra.json")["claims"] if claim["id"] == "lastra.small_streams"]
assert run["session"]["claims"] == [{"id": claim["id"], "sha256": claim["amended"][-1]["sha256"]} for claim in shipped], \
    run["session"]["claims"]
assert shipped and "host_hash" in run["context"], run["context"]
END

# Without --launches claims decide: three for times, seven where a case has too few samples for an interval; none for counts,
# and of no case that no claim is about. A run that is killed in the second launch goes on there, and measures the rest.
cc 0 run "${claim[@]}" --list-cases --json
holds out 'cases and {case["launches"] for case in cases} == {3}'
cc 0 run --claims='^bavoil[.]bounds_steps$' --list-cases --json
holds out 'cases and {case["launches"] for case in cases} == {1}'
# launches FILE N SAMPLES: whole; each case has so many launches of so many samples at least.
launches() {
    holds "$1" 'session["complete"] and session["launches"] == 3 and len(cases) == 4'
    holds "$1" 'all(case["status"] == "ok" and case["check"]["before"] and case["check"]["after"] for case in cases)'
    holds "$1" "all(len(case['launches']['each']) == $2 for case in cases)"
    holds "$1" "all(launch['samples'] >= $3 for case in cases for launch in case['launches']['each'])"
}
cc 0 run "${claim[@]}" --no-ceilings --samples 7 --seed 1 --out three.json
launches three.json 3 7
grep -q '^launch 3 of 3: 4 cases' out || fail "no line for the third launch: $(cat out)"
grep -q 'between 3 launches' out || fail 'the table does not say how many launches there were'
cc 0 run "${claim[@]}" --no-ceilings --samples 2 --seed 1 --isolate --quiet --out few.json
launches few.json 6 2
CLAIMCHECK_FAULT='hang:sample#2@n:256' begins run "${claim[@]}" --no-ceilings --samples 7 --seed 1 --out killed.json
awaits grep -q '^{"launch":1' killed.json.journal
kills
cc 77 claims killed.json.journal --published "$root/results/published/lastra.json"
cc 0 run --resume killed.json
launches killed.json 3 7
cc 0 run "${claim[@]}" --no-ceilings --samples 2 --launches 1 --seed 1 --out one.json
grep -q '"launches":null' one.json && grep -q '"launches":1,' one.json || fail '--launches 1 is not one'
