#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# step_faults.sh: a step that an execution leaves out, or that is one group short, is seen by the checks of two techniques,
# on Mesa's CPU driver.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

# run CODE FAULT FILTER: measures small cases with a fault planted.
run() {
    rm -f run.json
    CLAIMCHECK_FAULT=$2 ran "$1" timeout 120 "$claimcheck" run --filter "$3" --axis top=3 --axis map=checker --axis depth=17 \
        --axis bits=quarter --no-ceilings --samples 1 --out run.json
}

# caught COUNT FAULT FILTER: each of so many cases ends with a wrong result.
caught() {
    run 1 "$2@." "$3"
    holds run.json "[case['status'] for case in cases] == ['failed_verify'] * $1"
}

trees='^cbt[.]sum_reduction/(prepass|naive|packed|fused)/'
tiles='^tile_subdivision[.]subdivide/(per_level|subtree)/'
run 0 '' "$trees"
run 0 '' "$tiles"
for fault in skip:1 skip:2 short:1; do
    caught 4 "$fault" "$trees"
done
for fault in skip:2 short:1; do
    caught 9 "$fault" "$tiles"
done

has err "'tile_subdivision' has loops: lavapipe ends one after 65,535 turns" 'a wrong result of a driver on the CPU'

# A fault that changes nothing is not caught.
run 99 'skip:40@.' "$trees"
holds run.json '[case["status"] for case in cases] == ["error"] * 4'
has run.json 'changes nothing: an execution records [0-9]+ dispatches, fills and copies' 'a step that is not there'
run 99 'short:40@.' '^cbt[.]sum_reduction/fused/'
has run.json 'an execution records 2 direct dispatches' 'a dispatch that is not there'
for fault in skip skip: skip:0 skip:x skip:1x short:setup short:-1; do
    CLAIMCHECK_FAULT="$fault@." refused 'the number of a step, not ' run --filter "$trees"
done
