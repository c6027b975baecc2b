#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# loader.sh: drivers, manifests and limits that fail are named with their VkResult, and layers that the loader puts before the
# driver are warned of and recorded, and refused by keep. Judges no time.
#
#   tests/cli/loader.sh CLAIMCHECK ICD RECORDER      ICD: what tests/icd/icd.c was built into; RECORDER: recorder_layer.c
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
icd=$2 recorder=$3
. "$root/tests/icd/icd.sh"
icd_use "$icd"
run=(run --filter tile_subdivision.subdivide/per_level/ --axis top=3 --axis map=spots --no-ceilings --samples 2 --force --out r.json)

# fails LINES PATTERN...: no device, as the driver of these lines, or the manifests in VK_DRIVER_FILES, fail.
fails() {
    export CLAIMCHECK_ICD_SET=$1
    shift
    cc 77 devices
    for pattern; do has err "$pattern" "$CLAIMCHECK_ICD_SET: devices"; done
    cc 77 "${run[@]}"
    for pattern; do has err "$pattern" "$CLAIMCHECK_ICD_SET: run"; done
    lacks err 'install' "$CLAIMCHECK_ICD_SET"
}
fails 'fail vkCreateInstance -1' 'vkCreateInstance failed \(out of host memory, VkResult -1\)' "drivers that it has read: $work/icd.json"
fails 'fail vkCreateInstance -3' 'vkCreateInstance failed \(incompatible driver, VkResult -9\)' 'the loader says: .*ICD'
fails 'fail vkEnumeratePhysicalDevices -3' 'vkEnumeratePhysicalDevices failed \(initialization failed, VkResult -3\)' "$work/icd.json"
set_drivers() { export VK_DRIVER_FILES=$1 VK_ICD_FILENAMES=$1; }
printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s/none.so", "api_version": "1.3.0" } }' "$work" >none.json
set_drivers "$work/none.json"
fails '' "$work/none" 'VkResult -9'
printf '{ "file_format' >half.json
set_drivers "$work/half.json"
fails '' "$work/half.json" 'VkResult -'
set_drivers "$work/absent.json"
fails '' "$work/absent.json" 'names all drivers: put that right, or unset it'
# One of two: the other is there, and what the loader says of the first is said.
set_drivers "$work/none.json:$work/icd.json"
tells 0 "the Vulkan loader says: .*$work/none" devices
set_drivers "$work/icd.json"
cc 0 devices
lacks err 'loader says' 'a driver that is well'

# Limits.
(ulimit -s 64 && exec "$claimcheck" devices >out 2>err) && fail 'a stack of 64 KiB: 0'
has err 'the stack is limited to less than 512 KiB, and drivers need more: raise ulimit -s' 'a stack of 64 KiB'
(ulimit -t 500 && exec "$claimcheck" "${run[@]}" >out 2>err) || fail 'a limit of time: not 0'
has err 'may use only 500 s of CPU time: raise ulimit -t' 'a limit of time'
CLAIMCHECK_ICD_SET='fail vkCreateDevice -8' cc 99 "${run[@]}"
has err "vkCreateDevice of '.*' failed: error \(feature not present, VkResult -8" 'a feature that the driver lacks'
CLAIMCHECK_ICD_SET='fail vkCreateDevice -13' bash -c "ulimit -n 60; '$claimcheck' ${run[*]}" >out 2>err && fail 'a limit: 0'
has err '60 open files' 'a limit of open files'

# Layers: one that is always on.
layer data/vulkan/implicit_layer.d/always.json recorder "$recorder" ', "disable_environment": { "RECORDER_OFF": "1" }'
export XDG_DATA_HOME=$work/data CLAIMCHECK_RECORDER=$work/log CLAIMCHECK_ICD_SET=
tells 0 'the loader loads the layer VK_LAYER_CLAIMCHECK_recorder before the driver' "${run[@]}"
has r.json 'VK_LAYER_CLAIMCHECK_recorder' 'the run file'
tells 99 'measured with the layer VK_LAYER_CLAIMCHECK_recorder' keep r.json
export RECORDER_OFF=1
cc 0 "${run[@]}"
lacks err 'loads the layer' 'a layer that is off'
lacks r.json 'CLAIMCHECK_recorder' 'a layer that is off'
# Half a manifest of a layer.
printf '{ "file_format_version": "1.0.0", "layer": {' >data/vulkan/implicit_layer.d/cut.json
said "$work/data/vulkan/implicit_layer.d/cut.json" cc '0|77' devices
# A manifest that some loaders crash on, and a driver that crashes: a line, not a signal.
printf '{ "file_format_version": "1.0.0", "layer": [ { "name": "VK_LAYER_X" } ] }' >data/vulkan/implicit_layer.d/cut.json
cc '0|77|99' devices
[ "$code" -ne 99 ] || has err 'VK_LOADER_DEBUG=all' 'a layer that is a list'
rm data/vulkan/implicit_layer.d/cut.json
for call in vkCreateInstance vkEnumeratePhysicalDevices vkCreateDevice; do
    CLAIMCHECK_ICD_SET="fail $call crash" cc 99 "${run[@]}"
    has err 'claimcheck: the process crashed in a call of the Vulkan loader.* VK_LOADER_DEBUG=all' "a driver that crashes in $call"
done
# One that crashes while it measures: the line, then the signal, and the journal is whole. With --isolate, a case.
for call in vkCreateComputePipelines vkQueueSubmit2 vkWaitForFences; do
    CLAIMCHECK_ICD_SET="fail $call crash" said "claimcheck: crashed while .* with the driver '[^']+'.* with --isolate: .* run --resume r.json" \
        cc '1[2-5][0-9]' "${run[@]}" --no-isolate
    rm -f r.json
    cc 0 run --resume r.json
done
CLAIMCHECK_ICD_SET='fail vkQueueSubmit2 crash' cc 99 "${run[@]}" --isolate
lacks err 'crashed while' 'a crash with --isolate'
