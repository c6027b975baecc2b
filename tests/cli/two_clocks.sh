#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# two_clocks.sh: a device whose timestamps cannot be true: no case has a time by them, the host's time stays as it was read, and
# selftest, devices, trace and keep say so. Judges no time.
#
#   tests/cli/two_clocks.sh CLAIMCHECK LAYER      LAYER: tests/engine/gpu/stamps_layer.c
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

layer layers/stamps.json stamps "$2"
export VK_LAYER_PATH=$work/layers VK_INSTANCE_LAYERS=VK_LAYER_CLAIMCHECK_stamps
cases=(--filter 'tile_subdivision.subdivide/(per_level|flat)/' --axis top=4 --axis map=scene)
run=(run "${cases[@]}" --no-ceilings --out)

# with MODE CODE ARGUMENTS...: as cc of faults.sh.
with() {
    export CLAIMCHECK_STAMPS=$1
    shift
    cc "$@"
    unset CLAIMCHECK_STAMPS
}

with none 0 "${run[@]}" good.json --samples 20
for mode in back zero; do
    with "$mode" 1 "${run[@]}" "$mode.json" --samples 20
    [ "$(jq -r '.cases[].status' "$mode.json" | sort -u)" = suspect ] || fail "$mode: a case is not suspect"
    has "$mode.json" '"reason": *"(not tried at [^ ]*: )?the device.s (timestamps say [0-9.e+]+ ms, the host waited|clock went back by)' "$mode"
    printed '^FAILED order: ' with "$mode" 1 selftest
    printed 'suspect' with "$mode" 1 trace "${cases[@]}" --out "$mode.trace.json"
    tells 99 'is suspect: ' keep "$mode.json" --out-dir kept
done
with coarse:100000 0 "${run[@]}" coarse.json --samples 3
printed '^ok +period: ' with none 0 selftest
for period in 52.08 0.5; do
    printed '^FAILED (period|order): ' with "period:$period" 1 selftest
done
for period in 0 -1 nan inf; do
    printed '^ +NOT USABLE ' with "period:$period" 77 devices
    with "period:$period" 77 devices --json
    [ "$(jq '.devices[0].usable' out)" = false ] || fail "devices --json, a period of $period ns"
    with "period:$period" 77 "${run[@]}" "none.json" --samples 2
done

# A file in which the host waits for less than the device works is no run to keep.
jq 'del(.sum) | .cases[0].samples |= (.gpu_total_ns[0] = (.wall_total_ns[0] * 2 | floor))' good.json >edited.json
"$claimcheck" keep edited.json --out-dir kept >out 2>err && fail 'keep takes times that cannot be true'
has err 'for which the host waited' 'keep, an edited time'
[ ! -e kept ] || fail 'keep has kept a run'
