#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# devices.sh: run --device all, on Mesa's CPU driver, which two manifests make two devices of one name: a file for each, what
# a device that fails leaves of the others, and an interrupt. Judges no time.
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"

cp "$driver" first.json
cp "$driver" second.json
export VK_DRIVER_FILES=$work/first.json:$work/second.json VK_ICD_FILENAMES=$work/first.json:$work/second.json
tiny=(--filter 'tile_subdivision.subdivide/(per_level|subtree)/' --axis top=4 --axis map=scene --no-ceilings --samples 3)

# ok FILE: a run that is whole.
ok() {
    holds "$1" 'session["complete"] and len(cases) == 9 and all(case["status"] == "ok" for case in cases)'
}

cc 0 devices
if [ "$(grep -c '^[0-9]' out)" -ne 2 ]; then
    printf 'two manifests are not two devices here\n'
    exit 77
fi
name=$(sed -n 's/^0  \(.*)\) (cpu.*/\1/p' out | tr -c 'A-Za-z0-9\n' '-' | tr -s - | tr A-Z a-z)
name=${name%-}

# A file of each, by the name that is given or in the folder; that name itself is not written.
cc 0 run "${tiny[@]}" --device all --out x.json
[ ! -e x.json ] || fail '--out FILE itself is written'
ok "x-$name-0.json"
ok "x-$name-1.json"
cc 0 run "${tiny[@]}" --device all --out "$work/new/folder/"
[ "$(find new/folder -name "*-$name-[01].json" | wc -l)" -eq 2 ] || fail 'not a dated file of each in the folder'
[ "$(find new/folder -type f | wc -l)" -eq 2 ] || fail 'more than two files in the folder'
refused 'choose one of 2 devices' run "${tiny[@]}" --device all --json
refused 'device 7 does not exist' run "${tiny[@]}" --device 7 --out none.json

# A device that cannot be measured: the other is, and the exit code is the worst of both.
rm "x-$name-1.json"
cp "x-$name-0.json" before.json
cc 99 run "${tiny[@]}" --device all --out x.json
cmp -s "x-$name-0.json" before.json || fail 'a run file was replaced'
has err "device 0, '.*', ended with exit code 99" 'a file that is there'
lacks err 'device 1' 'a device that ended well'
ok "x-$name-1.json"
rm "x-$name-1.json"
CLAIMCHECK_FAULT='lost@subtree_levels:3' cc 99 run "${tiny[@]}" --device all --out x.json
[ -s "x-$name-1.json" ] || fail 'nothing is left of a device after another that failed'
rm "x-$name-1.json"
# A kernel that writes no tile: a wrong result counts more than a run that could not be tried.
"$claimcheck" list --source tile_subdivision/subtree.glsl >subtree.glsl
"$claimcheck" list --source tile_subdivision/subtree | sed -e '/#include "tile_subdivision\/subtree.glsl"/{
r subtree.glsl
d
}' | sed 's/tile_write(.*threshold);/;/' >wrong.comp
tells 1 "device 0, '.*', ended with exit code 99" run "${tiny[@]}" --device all --out x.json --kernel tile_subdivision/subtree=wrong.comp
has err "device 1, '.*', ended with exit code 1" 'a wrong result'
cc 0 run "${tiny[@]}" --device all --out x.json --force
ok "x-$name-0.json"

# An interrupt in the first device and in the second: what was measured stays, and what was not begun is said.
for at in 0 1; do
    rm -f y-*
    env --default-signal=INT "$claimcheck" run --filter 'tile_subdivision.subdivide/per_level/' --axis top=5 --no-ceilings \
        --axis 'map=scene,spots,curve,fbm' --samples 40 --device all --out y.json >out 2>err </dev/null &
    background=$!
    interrupted "y-$name-$at.json.journal" 3 "an interrupt in device $at"
    [ -s "y-$name-$at.json.journal" ] || fail "an interrupt in device $at: no journal is left"
    if [ "$at" -eq 0 ]; then
        has err "device 1, '.*', was not begun: measure on it with --device 1" 'an interrupt in the first device'
        [ ! -e "y-$name-1.json.journal" ] || fail 'the second device was begun after an interrupt'
        cc 0 run --resume "y-$name-0.json"
    else
        [ -s "y-$name-0.json" ] || fail 'the first run is gone'
    fi
done

# A driver without hardware is left out; where nothing else is, nothing can be done.
radv=$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name 'radeon_icd*.json' 2>/dev/null | LC_ALL=C sort | head -n 1 || true)
export RADV_FORCE_FAMILY=NAVI21
if [ -n "$radv" ] && { VK_DRIVER_FILES=$radv VK_ICD_FILENAMES=$radv "$claimcheck" devices 2>/dev/null || true; } | grep NAVI21 >/dev/null; then
    export VK_DRIVER_FILES=$driver:$radv VK_ICD_FILENAMES=$driver:$radv
    cc 0 run "${tiny[@]}" --device all --out z.json
    has err "warning: device 0, '.*NAVI21.*', is left out: its driver states a timestamp period of inf ns" 'a driver without hardware'
    ok "z-$name.json"
    export VK_DRIVER_FILES=$radv VK_ICD_FILENAMES=$radv
    cc 77 run "${tiny[@]}" --device all --out none.json
fi
# A driver without all of Vulkan, as on a Mac, is one that loaders list on request only.
sed 's/"ICD" *: *{/&"is_portability_driver": true,/' "$driver" >portable.json
export VK_DRIVER_FILES=$work/portable.json VK_ICD_FILENAMES=$work/portable.json
shows '^0  ' devices
cc 0 run "${tiny[@]}" --out portable-run.json
