#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# exits.sh: a layer, a driver or a compiler that ends the process with 0 is no success: 99, and a line that names its file and
# the variables that are set; in processes that are started, too. Judges no time.
#
#   tests/cli/exits.sh CLAIMCHECK EXITING ICD      EXITING: what exiting.c was built into; ICD: likewise tests/icd/icd.c
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
exiting=$2 icd=$3
tiny=(--filter tile_subdivision.subdivide/per_level/ --axis top=3 --axis map=spots --force)
run=(run "${tiny[@]}" --no-ceilings --samples 2 --out r.json)
line='^claimcheck: this process was ended before its work was done: exit\(\) was called by '

# ended WHAT FILE VARIABLE ARGUMENTS...: 99, the line, and no file.
ended() {
    local what=$1 file=$2 variable=$3
    shift 3
    rm -f r.json ab.json t.json
    tells 99 "$line.*$file; .*$variable" "$@"
    [ "$(grep -c -E "$line" err)" -eq 1 ] || fail "$what: $1: not one line"
    [ ! -e r.json ] && [ ! -e ab.json ] && [ ! -e t.json ] || fail "$what: $1: a file"
}
# all WHAT FILE VARIABLE: each command that asks the loader.
all() {
    ended "$@" devices
    ended "$@" "${run[@]}"
    ended "$@" "${run[@]}" --isolate
    ended "$@" trace "${tiny[@]}" --out t.json
    ended "$@" selftest
    ended "$@" selftest --gate
    ended "$@" ab --a "$claimcheck" --b "$claimcheck" "${tiny[@]:0:2}" --out ab.json
    ended "$@" list --kernels --device 0
}

# A layer that is always on.
layer data/vulkan/implicit_layer.d/exiting.json exiting "$exiting" ', "disable_environment": { "EXITING_OFF": "1" }'
export XDG_DATA_HOME=$work/data
all 'a layer' "$exiting" VK_DRIVER_FILES
for how in quick thread fork now now1 now77; do
    export EXITING=$how
    ended "a layer, $how" "$exiting" VK_DRIVER_FILES devices
done
unset EXITING
export EXITING_OFF=1
cc 0 devices
[ ! -s err ] || fail 'a layer that is off: something is said'
# Mesa's own, which prints its list and exits.
if [ -e /usr/share/vulkan/implicit_layer.d/VkLayer_MESA_device_select.json ]; then
    export MESA_VK_DEVICE_SELECT=list
    all 'the layer of Mesa' device_select.so MESA_VK_DEVICE_SELECT
    unset MESA_VK_DEVICE_SELECT
fi

# A driver, at once and while it measures; a worker's end is its case's.
printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s", "api_version": "1.3.230" } }' "$exiting" >exiting.json
(
    export VK_DRIVER_FILES=$work/exiting.json VK_ICD_FILENAMES=$work/exiting.json
    all 'a driver' "$exiting" VK_DRIVER_FILES
    exit "$failed"
) || failed=$((failed + $?))
. "$root/tests/icd/icd.sh"
icd_use "$icd"
for call in vkCreateDevice vkCreateComputePipelines vkQueueSubmit2; do
    export CLAIMCHECK_ICD_SET="fail $call exit"
    ended "a driver in $call" "$icd" VK_DRIVER_FILES "${run[@]}" --no-isolate
    tells 99 "$line$icd" "${run[@]}" --isolate
done
# Nor is one that calls no handler.
CLAIMCHECK_ICD_SET='fail vkQueueSubmit2 leave' cc 99 "${run[@]}" --isolate
has err "$line$icd" 'a driver that leaves, --isolate'
has err 'the process ended with exit code 99' 'a driver that leaves, --isolate'
CLAIMCHECK_ICD_SET='fail vkCreateComputePipelines leave' cc 99 list --kernels --device 0 --kernels
unset CLAIMCHECK_ICD_SET

# One that never returns: the line comes by an alarm, here before its time.
CLAIMCHECK_ICD_SET='fail vkCreateDevice hang' begins "${run[@]}"
awaits grep -q icd.so "/proc/$background/maps"
sleep 1
stops ALRM 99 'a driver that hangs'
has err 'has not returned for 120 s: .*VK_LOADER_DEBUG=all' 'a driver that hangs'

# What a library does while the process ends changes no exit code; a crash then is said.
at_end() { ran "$2" env EXITING_AT_END="$1" LD_PRELOAD="$exiting" ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0" "$claimcheck" "${@:3}"; }
for how in 0 1 77 crash; do
    at_end "$how" 0 --version
    at_end "$how" 99 list --kernels nothing
    [ "$how" != crash ] || has err 'a library crashed while this process ended, after its work' 'a crash at the end'
done

# A compiler, loaded or started.
printf '#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n' >x.comp
kernel=("${run[@]}" --kernel tile_subdivision/per_level="$work/x.comp")
CLAIMCHECK_SHADERC=$exiting ended 'libshaderc' "$exiting" CLAIMCHECK_SHADERC "${kernel[@]}"
mkdir bin
printf '#!/bin/sh\nexit 0\n' >bin/glslc
chmod +x bin/glslc
CLAIMCHECK_SHADERC=/nowhere PATH=$work/bin:$PATH tells 99 'glslc ended well and wrote no SPIR-V' "${kernel[@]}"
