#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# icd_test.sh: what the driver of icd.c pretends to be is what claimcheck sees, and each kind of failure arrives where it is asked
# for. Judges no time.
#
#   tests/icd/icd_test.sh CLAIMCHECK ICD      ICD: what tests/icd/icd.c was built into
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lavapipe.sh"
icd=$2
. "$root/tests/icd/icd.sh"
icd_use "$icd"
run=(run --filter 'tile_subdivision.subdivide/(per_level|flat)/' --axis top=3 --axis map=spots --no-ceilings --no-isolate --samples 2 --force --out r.json)

as '' 0 "${run[@]}"
bytes=$("$python" -c 'import json; print(next(k["bytes"] for k in json.load(open("r.json"))["kernels"] if k["name"].endswith("/flat")))')
as 'deviceName Some GPU;timestampValidBits 36;timestampPeriod 52.08;shaderInt64 0;vulkanMemoryModelDeviceScope 0;heap 1073741824 device;memory 0 device visible coherent' 0 devices
has out '^0  Some GPU ' 'the name'
has out 'timestamps  36 bits, 52.08 ns' 'timestamps'
has out 'memory      1.0 GiB' 'the heap'
has out 'lacks memory_model_device_scope' 'a feature'
# A queue without timestamps: the host stamps, and the devices, the row, the run file and the page say so.
printed 'timestamps  none: times are the host' as 'timestampValidBits 0' 0 devices
printed 'flat .*host time' as 'timestampValidBits 0' 0 "${run[@]}"
has out 'host time +by the host.s clock: the device.s queue has no timestamps' 'what host time is'
holds r.json <<'PYTHON'
assert run["device"]["timestamp_bits"] == 0 and all(case["gpu"]["median_ns"] > 0 for case in run["cases"]), run["device"]
PYTHON
as 'timestampValidBits 0' 0 export r.json --format view --out view.json
grep -q 'has no timestamps: its times are the host' view.json || fail 'host time on the page'
as 'timestampValidBits 0' 77 trace --filter 'tile_subdivision.subdivide/flat/' --axis top=3 --axis map=spots --out t.json --force
has out 'queue has no timestamps to trace by' 'a trace without timestamps'
as 'apiVersion 1.2.200' 77 "${run[@]}"
said 'limit of work-groups of 0' as 'maxComputeWorkGroupCount 65535 0 65535' 77 "${run[@]}"
for heap in 'heap 0 device' 'heap 1073741824'; do
    printed 'its driver states device-local memory of 0 bytes' as "$heap;memory 0 device visible coherent" 77 devices
done
for lanes in 0 3; do
    printed "its driver states a subgroup size of $lanes" as "subgroupSize $lanes" 77 devices
done
# A limit that stops every case is said, however quiet.
as 'maxPerStageDescriptorStorageBuffers 4' 77 "${run[@]}" --quiet
has err 'can do none of [0-9]* cases?; the first.*device has 4' '--quiet'
as 'heap 1073741824 device;memory 0 device' 99 "${run[@]}"
has err "no memory type of the device .it has 1..*that the host reads; update" 'memory that the host cannot read'
# Discrete memory: what the host writes is copied to the device.
as 'heap 1073741824 device;heap 1073741824;memory 0 device;memory 1 visible coherent cached' 0 "${run[@]}"
said "vkCreateDevice of '.*' failed: .*-8" as 'optional none' 99 "${run[@]}"
said 'out_of_memory' as 'heap 100000 device;memory 0 device visible coherent' 99 "${run[@]}"
as 'fail vkCreateDevice -3' 99 "${run[@]}"
printed 'vkCreateComputePipelines of [a-z_/]+ failed' as 'fail vkCreateComputePipelines -3' 99 "${run[@]}"
# Each step of a set-up, and what an unknown one is answered with.
for step in CreateBuffer BindBufferMemory CreateCommandPool AllocateCommandBuffers CreateFence CreatePipelineCache MapMemory \
    CreateDescriptorSetLayout CreateDescriptorPool AllocateDescriptorSets CreateShaderModule CreatePipelineLayout \
    CreateQueryPool BeginCommandBuffer ResetCommandBuffer EndCommandBuffer ResetFences GetQueryPoolResults; do
    said "vk$step.* failed: out_of_memory \(VkResult -1" as "fail vk$step -1" 99 "${run[@]}" --quiet
done
said "'fail vkNone -1': this function goes to the driver" as 'fail vkNone -1' 99 "${run[@]}"
printed '1 ok, 1 error' as "fail vkCreateComputePipelines -3;kernel $bytes" 99 "${run[@]}"
printed '1 device_lost' as "fail vkQueueSubmit2 -4 1;kernel $bytes" 99 "${run[@]}"
as 'fail vkQueueSubmit2 -4 3' 99 "${run[@]}"
printed 'suspect' as 'stamps equal' 1 "${run[@]}"
# The least memory of a group, and groups of 256: kernels that need more have a smaller one.
for small in 'subdivide/ancestors_first/ ancestors_first_small --axis block=6 --axis top=8 --axis map=spots' \
    'matmul/row_major/ matmul_plain --axis shape=330x392x40 --axis path=plain' \
    'estimate/bvh/size:10000x10000 bvh_build_small'; do
    read -r -a words <<<"$small"
    as 'maxComputeSharedMemorySize 16384;maxComputeWorkGroupInvocations 256' 0 run --filter "[.]${words[0]}" --no-ceilings \
        --no-isolate --samples 1 --force --out r.json "${words[@]:2}"
    lacks out 'unsupported' "${words[0]} within 16 KiB"
    has r.json "/${words[1]}:" "the kernel of ${words[0]} within 16 KiB"
done
said ' is a software device: .*choose a GPU with --device$' as '' 77 selftest --gate
lacks err 'launch' 'the gate on a software device'
export CLAIMCHECK_ICD_SET='nonsense 1'
! "$claimcheck" devices >out 2>err || fail 'nonsense'
has err "'nonsense 1': not a line" 'nonsense'
