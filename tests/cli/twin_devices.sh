#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# twin_devices.sh: two devices of one UUID: Mesa's CPU driver, which two manifests make two. Whatever measures opens the one that was
# chosen, in this process and in others, and when a run is gone on with, and none where that cannot be told. Judges no time.
#
#   tests/cli/twin_devices.sh CLAIMCHECK LAYER      LAYER: tests/engine/gpu/twins_layer.c, which says which one was opened
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cp "$driver" first.json
cp "$driver" second.json
export VK_DRIVER_FILES=$work/first.json:$work/second.json VK_ICD_FILENAMES=$work/first.json:$work/second.json
layer layers/twins.json twins "$2"
export VK_LAYER_PATH=$work/layers VK_INSTANCE_LAYERS=VK_LAYER_CLAIMCHECK_twins CLAIMCHECK_TWINS=$work/log
tiny=(--filter 'tile_subdivision.subdivide/per_level/' --axis top=4 --axis map=scene)
quick=(--samples 2 --no-ceilings)

# opened N CODE ARGUMENTS...: all that claimcheck opens is device N, as the driver counts, and it opens one at all.
opened() {
    local wanted=$1
    shift
    : >log
    cc "$@"
    [ "$(grep '^opened' log | sort -u)" = "opened $wanted" ] || fail "$*: not device $wanted: $(sort log | uniq -c | tr '\n' ' ')"
}

: >log
cc 0 devices
uuid=$(sed -n 's/^   uuid  *//p' out | sort -u)
if [ "$(grep -c '^[0-9]' out)" -ne 2 ] || [ "$(wc -l <<<"$uuid")" -ne 1 ]; then
    printf 'two manifests are not two devices of one UUID here\n'
    exit 77
fi
refused 'fits several: 0 .* and 1 .*; give the index' run "${tiny[@]}" --device "$uuid" --out none.json
refused 'fits several' run "${tiny[@]}" --device "$(device_word)" --out none.json

# With a bus that tells them apart the list may turn at any time; without one their places do.
for bus in none bus; do
    [ "$bus" = none ] || export CLAIMCHECK_TWINS_BUS=1 CLAIMCHECK_TWINS_TURN=1
    : >log
    cc 0 devices
    [ "$bus" = none ] && lacks out 'PCI' 'no bus' || has out '^   PCI bus     0000:02:00.0$' 'the bus'
    for at in 0 1; do
        run=("${tiny[@]}" "${quick[@]}" --device "$at" --out)
        opened "$at" 0 run "${run[@]}" "$bus-$at.json"
        opened "$at" 0 run "${run[@]}" "$bus-$at-isolated.json" --isolate
        opened "$at" 0 run "${run[@]}" "$bus-$at-launches.json" --launches 2
        opened "$at" 0 trace "${tiny[@]}" --device "$at" --out "$bus-$at-trace.json"
        opened "$at" 0 run --once tile_subdivision.subdivide/per_level/map:scene/top:4/threshold:own/falloff:1 --axis top=4 --device "$at"
        # An index is one of the list of each side's process.
        [ "$bus" = bus ] || opened "$at" 0 ab --a "$claimcheck" --b "$claimcheck" "${tiny[@]:0:2}" --profile quick --device "$at" --quiet
        CLAIMCHECK_FAULT='exit@top:5' opened "$at" 3 run "${run[@]}" "$bus-$at-cut.json" --axis top=4,5
        opened "$at" 0 run --resume "$bus-$at-cut.json"
    done
done

# Where one of them is gone nobody can say which.
unset CLAIMCHECK_TWINS_BUS CLAIMCHECK_TWINS_TURN
CLAIMCHECK_FAULT='exit@top:5' opened 0 3 run "${tiny[@]}" "${quick[@]}" --axis top=4,5 --device 0 --out gone.json
VK_DRIVER_FILES=$work/first.json VK_ICD_FILENAMES=$work/first.json refused 'no longer be distinguished from another one of that UUID' run --resume gone.json
opened 0 0 run --resume gone.json
! grep -l device_identity ./*.json || fail 'a run file has what is for journals alone'
