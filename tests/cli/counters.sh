#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# counters.sh: this tree gates itself: what some cases count on Mesa's CPU driver is what results/baselines/ has of them.
# Judges no time. Where there is no baseline for this driver, such as one with other subgroups, it skips.
#
#   tests/cli/counters.sh CLAIMCHECK [accept REASON]      accept: adds what is counted now to the baselines, for a commit
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cases='^cbt\.first_passes/|^stream_reduction\.compact/|^tile_subdivision\.(subdivide|build_and_subdivide)/'
cc 0 run --profile quick --filter "$cases" --axis depth=18 --axis n=64 --axis map=scene --axis top=4 --samples 1 --seed 1 \
    --no-ceilings --out run.json
if [ "${2-}" = accept ]; then
    cc 0 baseline "$root/results/baselines" run.json --accept --reason "$3"
    cat out
    exit "$((failed > 0))"
fi
held=(baseline "$root/results/baselines" --fail-on missing)
code=0
"$claimcheck" "${held[@]}" run.json >out 2>err || code=$?
cat out err
if [ "$code" -eq 77 ]; then
    exit 77
elif [ "$code" -ne 0 ] || ! grep -q '^rows: .*[0-9] SAME' out || grep -q '^rows: .* NEW' out; then
    printf 'where that is meant: tests/cli/counters.sh CLAIMCHECK accept REASON, and commit the file\n'
    exit 1
fi

# Planted changes of the run are seen: a barrier more, a missing case, and an unknown one.
for fault in 'planted one["counters"]["barriers"] += 1' 'new run["cases"].append(dict(one, name=one["name"] + "/new:1"))' 'gone run["cases"].remove(one)'; do
    changed run.json "${fault%% *}.json" 'one = next(c for c in run["cases"] if c["status"] == "ok" and c["counters"]["barriers"] > 0)
'"${fault#* }"
done
cc 1 "${held[@]}" planted.json # a barrier more
has out '^rows: 1 FAILED' 'a barrier more'
has out 'counters: barriers [0-9]+, was [0-9]+' 'a barrier more'
cc 1 "${held[@]}" gone.json # a case that is gone
has out '^rows: .*1 MISSING' 'a case that is gone'
cc 0 "${held[@]}" new.json # a case that nobody knows
has out '^rows: .*1 NEW' 'a case that nobody knows'
