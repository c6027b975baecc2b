#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# setup.sh: a set-up that fails at any step, of a shipped kernel or of one of the user's, gives the right row, reason and exit
# code; what a kernel needs is held against the device first; SPIR-V of other compilers runs.
#
#   tests/cli/setup.sh CLAIMCHECK ICD      ICD: what tests/icd/icd.c was built into
set -euo pipefail

. "$(dirname -- "${BASH_SOURCE[0]}")/lavapipe.sh"
icd=$2
. "$root/tests/icd/icd.sh"
wants spirv-as glslc
icd_use "$icd"
case='tile_subdivision.subdivide/per_level/'
run=(run --filter "$case" --axis top=3 --axis map=spots --no-ceilings --samples 2 --force --out r.json)

# row NAME STATUS: of a row of r.json; '' for one that is not there.
row() {
    holds r.json "[case['status'] for case in cases if case['variant'] == '$1'] == ['$2'] * bool('$2')"
}

# The shipped kernel, and two that do the same: with another entry point, and with a second one.
"$claimcheck" list --source tile_subdivision/per_level >k.comp
glslc -fshader-stage=comp --target-env=vulkan1.3 -O -I"$root/kernels" k.comp -o k.spv
spirv-dis k.spv | sed '/OpEntryPoint/s/"main"/"computeMain"/' >k.asm
spirv-as --preserve-numeric-ids --target-env vulkan1.3 k.asm -o mine.spv
as '' 0 "${run[@]}"
ours=$("$python" -c 'import json; print(next(k["bytes"] for k in json.load(open("r.json"))["kernels"] if k["name"].endswith("/per_level")))')
mine=$(wc -c <mine.spv)
[ "$ours" -ne "$mine" ] || fail "both kernels have $mine bytes"
with=(--kernel tile_subdivision/per_level=mine.spv)

as '' 0 "${run[@]}" "${with[@]}"
row per_level@file ok 'a kernel of another entry point'
for step in 'vkCreateShaderModule -2' 'vkCreateComputePipelines -3' 'vkCreateComputePipelines 0' 'vkQueueSubmit2 -2'; do
    as "fail $step;kernel $mine" 99 "${run[@]}" "${with[@]}"
    row per_level ok "the user's fails: $step"
    row per_level@file error "the user's fails: $step"
    has out "${step% *}" "the user's fails: $step"
    lacks err 'no case' "the user's fails: $step"
    as "fail $step;kernel $ours" 99 "${run[@]}" "${with[@]}"
    row per_level error "the shipped fails: $step"
    row per_level@file ok "the shipped fails: $step"
done
as 'fail vkCreatePipelineLayout -2' 99 "${run[@]}" "${with[@]}"
row per_level@file error 'both fail'

# After a lost device the rest of the group is tried again, with another case before the user's.
words='cbt.sum_reduction/packed/depth:20/bits:quarter'
lost=(run --profile quick --filter "^$words\$" --samples 2 --no-ceilings --force --out r.json)
"$claimcheck" list --source cbt/reduce_words >w.comp
glslc -fshader-stage=comp --target-env=vulkan1.3 -I"$root/kernels" w.comp -o w.spv
as '' 0 "${lost[@]}"
bytes=$("$python" -c 'import json; print(next(k["bytes"] for k in json.load(open("r.json"))["kernels"] if k["name"] == "cbt/reduce_words"))')
[ "$bytes" -ne "$(wc -c <w.spv)" ] || fail "both kernels have $bytes bytes"
as "fail vkQueueSubmit2 -4;kernel $bytes" 99 "${lost[@]}" --kernel cbt/reduce_words=w.spv
row packed device_lost 'the shipped kernel loses the device'
row packed@file ok 'the shipped kernel loses the device'

# An override that was named and not run is reported, and never ends with 0.
as '' 99 run --filter tile_subdivision.subdivide/flat/ --axis top=3 --axis map=spots --no-ceilings --samples 2 --force --out r.json "${with[@]}"
has err "no case of this run asked for tile_subdivision/per_level: '.*mine.spv' was not run; widen --filter" 'a kernel of no case'
tail -n 1 err >last
has last 'widen --filter' 'an error is the last line'
row per_level@file '' 'a kernel of no case'
"$claimcheck" list --source common/scan_spine >s.comp
as 'subgroupSupportedOperations 1' 77 run --filter 'detp.estimate/(grid|divide_conquer_simd)/' --profile quick \
    --axis size=1000x1000 --samples 1 --no-ceilings --force --out r.json --kernel common/scan_spine=s.comp
has err "'.*s.comp' was not run: .*lacks subgroup_arithmetic" 'a kernel of a case that the device cannot run'

# Old kernels: a new one that the driver refuses is a regression, an old one is not.
name='cbt.sum_reduction/packed/depth:20/bits:quarter'
as '' 0 run --profile quick --filter "^$name\$" --samples 2 --no-ceilings --force --out r.json --save-kernels old
spirv-dis old/cbt/reduce_words.spv | sed '/OpEntryPoint/s/"main"/"oldEntryPoint"/' >w.asm
cp old/cbt/reduce_words.spv new.spv
spirv-as --preserve-numeric-ids --target-env vulkan1.3 w.asm -o old/cbt/reduce_words.spv
sum=$(sha256sum old/cbt/reduce_words.spv | cut -d ' ' -f 1)
changed old/kernels.json old/kernels.json 'next(k for k in run["kernels"] if k["name"] == "cbt/reduce_words")["sha256"] = "'"$sum"'"'
ab=(ab --old-kernels old --profile quick --filter "^$name\$" --launches 4)
for step in 'vkCreateShaderModule -2' 'vkCreateComputePipelines -3' 'vkCreateComputePipelines 0' 'vkQueueSubmit2 -4'; do
    printed "${step% *}" as "fail $step;kernel $(wc -c <new.spv)" 1 "${ab[@]}"
    as "fail $step;kernel $(wc -c <old/cbt/reduce_words.spv)" 77 "${ab[@]}"
    has out "was (error|device_lost): (not tried at [^ ]*: )?${step% *}" "the old kernel fails: $step"
done

# Needs of a kernel.
sed '/OpCapability Shader/a OpCapability Float64' k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o d.spv
sed '/OpCapability Shader/a OpCapability Kernel' k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o o.spv
as 'shaderFloat64 0' 77 "${run[@]}" --kernel tile_subdivision/per_level=d.spv
row per_level@file unsupported 'doubles on a device without them'
has out 'the device lacks shader_float64' 'doubles on a device without them'
as '' 0 "${run[@]}" --kernel tile_subdivision/per_level=d.spv
said 'SPIR-V capability Kernel, so it is for OpenCL' as '' 77 "${run[@]}" --kernel tile_subdivision/per_level=o.spv
for known in SPV_KHR_float_controls SPV_GOOGLE_user_type; do
    sed "/OpCapability Shader/a OpExtension \"$known\"" k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o e.spv
    as '' 0 "${run[@]}" --kernel tile_subdivision/per_level=e.spv
done
sed '/OpCapability Shader/a OpExtension "SPV_AMD_gcn_shader"' k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o e.spv
as '' 77 "${run[@]}" --kernel tile_subdivision/per_level=e.spv
row per_level@file unsupported 'an extension that is not enabled'
has err 'does not enable the SPIR-V extension SPV_AMD_gcn_shader' 'an extension that is not enabled'
sed '/OpExtInstImport/a %60000 = OpExtInstImport "OpenCL.std"' k.asm |
    spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o e.spv
said 'does not enable the SPIR-V instructions OpenCL.std' as '' 77 "${run[@]}" --kernel tile_subdivision/per_level=e.spv

# Words that stand twice, not at all, or as no Vulkan has them.
while IFS='|' read -r change what; do
    sed "$change" k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o e.spv
    said "'e.spv'.* declares $what" as '' 99 "${run[@]}" --kernel tile_subdivision/per_level=e.spv
done <<'END'
/OpMemoryModel/d|no memory model
/OpMemoryModel/p|several memory models
s/OpMemoryModel Logical GLSL450/OpMemoryModel Logical Simple/|another memory model
/OpExecutionMode/p|2 work-group sizes
END
cp k.spv e.spv
printf '\001' | dd of=e.spv bs=1 seek=7 conv=notrunc status=none
said 'no SPIR-V has the version word 0x01' as '' 99 "${run[@]}" --kernel tile_subdivision/per_level=e.spv
sed '/OpCapability Shader/a OpCapability PhysicalStorageBufferAddresses' k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o p.spv
as '' 0 "${run[@]}" --kernel tile_subdivision/per_level=p.spv
# What a device has of these is enabled, by name; what it lacks is named, for --kernel and in a list alike.
while read -r capability feature; do
    sed "/OpCapability Shader/a OpCapability $capability" k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o p.spv
    said "the device lacks $capability$" as "$feature 0" 77 "${run[@]}" --kernel tile_subdivision/per_level=p.spv
done <<'END'
PhysicalStorageBufferAddresses bufferDeviceAddress
UniformAndStorageBuffer16BitAccess uniformAndStorageBuffer16BitAccess
StoragePushConstant16 storagePushConstant16
UniformAndStorageBuffer8BitAccess uniformAndStorageBuffer8BitAccess
RuntimeDescriptorArray runtimeDescriptorArray
StorageBufferArrayNonUniformIndexing shaderStorageBufferArrayNonUniformIndexing
StorageBufferArrayDynamicIndexing shaderStorageBufferArrayDynamicIndexing
VulkanMemoryModel vulkanMemoryModel
DotProduct shaderIntegerDotProduct
END
for capability in AtomicFloat32AddEXT AtomicFloat32MinMaxEXT AtomicFloat64AddEXT WorkgroupMemoryExplicitLayoutKHR \
    GroupNonUniformPartitionedNV Int64ImageEXT; do
    sed "/OpCapability Shader/a OpCapability $capability" k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o p.spv
    as 'extensions VK_KHR_shader_clock' 77 "${run[@]}" --kernel tile_subdivision/per_level=p.spv
    has err "the device lacks $capability$" "$capability"
done
for capability in Linkage Geometry Tessellation TransformFeedback SparseResidency FragmentDensityEXT; do
    sed "/OpCapability Shader/a OpCapability $capability" k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o p.spv
    said "SPIR-V capability $capability" as '' 77 "${run[@]}" --kernel tile_subdivision/per_level=p.spv
done
for width in 16 32 64; do
    sed -e '/OpCapability Shader/a OpCapability DenormPreserve' -e "0,/OpExecutionModeI*d* \(%[A-Za-z0-9_]*\)/s//OpExecutionMode \1 DenormPreserve $width\n&/" k.asm |
        spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o p.spv
    as "shaderDenormPreserveFloat$width 0" 77 "${run[@]}" --kernel tile_subdivision/per_level=p.spv
    has err "the device lacks DenormPreserve of $width bits" "DenormPreserve of $width bits"
done
as 'maxMemoryAllocationSize 16777216' 77 run --filter 'stream_reduction.compact/append/' --profile quick --axis n=1024 --samples 1 --no-ceilings --force --out r.json
has out 'buffer [a-z ]+ needs [0-9]+ bytes of memory' 'a buffer over maxMemoryAllocationSize'
as 'maxBufferSize 16777216' 77 run --filter 'stream_reduction.compact/append/' --profile quick --axis n=1024 --samples 1 --no-ceilings --force --out r.json
has out '\(maxBufferSize\)' 'a buffer over maxBufferSize'
as 'maxComputeSharedMemorySize 16' 0 run --filter 'cbt.sum_reduction/fused/depth:20/bits:quarter' --profile quick --samples 1 --no-ceilings --force --out r.json
row fused unsupported 'shared memory'
has out 'needs [0-9]+ bytes of shared memory' 'shared memory'

# Subgroups: what is stated is not what runs, in whatever way it is stated.
cbt=(run --filter 'cbt.sum_reduction/(prefix|prefix_full|prefix_aligned|subgroup)/depth:20/bits:quarter' --profile quick --samples 1 --no-ceilings --force --out r.json)
for lines in 'subgroupSize 32;minSubgroupSize 8;maxSubgroupSize 32' 'subgroupSize 32;minSubgroupSize 8;maxSubgroupSize 32;requiredSubgroupSizeStages 0' \
    'subgroupSize 64;minSubgroupSize 64;maxSubgroupSize 64' 'subgroupSize 8;minSubgroupSize 8;maxSubgroupSize 64'; do
    as "$lines" 0 "${cbt[@]}"
done
as 'subgroupSize 2;minSubgroupSize 2;maxSubgroupSize 2' 0 run --filter 'cbt.sum_reduction/subgroup/depth:20/bits:quarter' --profile quick --samples 1 --no-ceilings --force --out r.json
has out 'needs subgroups of 4' 'subgroups of two'

# SPIR-V of other compilers: storage buffers of SPIR-V 1.0, several entry points, registers of HLSL.
export CLAIMCHECK_ICD_SET=
naive=(run --filter cbt.sum_reduction/naive/depth:20/bits:quarter --profile quick --samples 1 --no-ceilings --force --out r.json)
"$claimcheck" list --source cbt/reduce_naive >n.comp
glslc -fshader-stage=comp -I"$root/kernels" n.comp -o n.spv
cc 0 "${naive[@]}" --kernel cbt/reduce_naive=n.spv
row naive@file ok 'SPIR-V 1.0'
# Another entry point that takes more shared memory than there is: what it alone reaches counts for nobody else.
type=$(sed -n 's/^ *\(%[^ ]*\) = OpTypeFunction %void$/\1/p' k.asm)
sed -e '/OpEntryPoint/a OpEntryPoint GLCompute %other "other" %lots' -e '/OpExecutionMode/a OpExecutionMode %other LocalSize 7 1 1' \
    -e '0,/ = OpFunction /s/^ *%[^ ]* = OpFunction /%many = OpConstant %uint 100000\n%array = OpTypeArray %uint %many\n%pointer = OpTypePointer Workgroup %array\n%lots = OpVariable %pointer Workgroup\n&/' k.asm >both.asm
printf '%%other = OpFunction %%void None %s\n%%begin = OpLabel\n%%all = OpLoad %%array %%lots\nOpReturn\nOpFunctionEnd\n' "$type" >>both.asm
spirv-as --preserve-numeric-ids --target-env vulkan1.3 both.asm -o both.spv
spirv-val --target-env vulkan1.3 both.spv || fail 'the file of two entry points'
refused "has several entry points: its compute entry points are computeMain, other; choose one by FILE.spv:NAME" \
    "${run[@]}" --kernel tile_subdivision/per_level=both.spv
cc 0 "${run[@]}" --launches 2 --kernel tile_subdivision/per_level=both.spv:computeMain
row per_level@file ok 'an entry point that is chosen'
refused 'has no such entry point' "${run[@]}" --kernel tile_subdivision/per_level=both.spv:nothing
cc 77 "${run[@]}" --kernel tile_subdivision/per_level=both.spv:other
row per_level@file unsupported 'an entry point that takes too much'
# What ends in lines without code; decorations of groups; constants that are compiled in.
{ cat k.asm; printf 'OpNop\nOpNoLine\n'; } | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o end.spv
cc 0 "${run[@]}" --kernel tile_subdivision/per_level=end.spv
lacks err 'lacks specialization constants' 'a file that has them'
variable=$(sed -n '0,/DescriptorSet 0/s/^ *OpDecorate \(%[^ ]*\) DescriptorSet 0$/\1/p' k.asm)
sed -e "s/OpDecorate $variable DescriptorSet 0/OpDecorate %group DescriptorSet 0\n%group = OpDecorationGroup\nOpGroupDecorate %group $variable/" k.asm |
    spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o group.spv
refused 'has no DescriptorSet of its own; .* spirv-opt --flatten-decorations' "${run[@]}" --kernel tile_subdivision/per_level=group.spv
sed '/SpecId/d' k.asm | spirv-as --preserve-numeric-ids --target-env vulkan1.3 - -o frozen.spv
cc 1 "${run[@]}" --kernel tile_subdivision/per_level=frozen.spv
has err "'frozen.spv' lacks specialization constants that tile_subdivision/per_level has .0, 1, 2.: what was compiled in stays" 'constants that are compiled in'
cat >h.hlsl <<'HLSL'
StructuredBuffer<uint> a : register(t0);
RWStructuredBuffer<uint> b : register(u0);
[numthreads(64, 1, 1)] void one(uint3 id : SV_DispatchThreadID) { b[id.x] = a[id.x]; }
HLSL
refused 'registers t0 and u0 of HLSL are both binding 0' "${run[@]}" --kernel tile_subdivision/per_level=h.hlsl
printf '[numthreads(1, 1, 1)] void two() {}\n' >>h.hlsl
refused 'has the compute entry points one, two; choose one by FILE.hlsl:NAME' "${run[@]}" --kernel tile_subdivision/per_level=h.hlsl

# A device that is lost is no wrong answer of a technique in a folder; a period of no end is said as such.
"$claimcheck" new folder >/dev/null
printed '^one[a-z0-9, ]* not tried' as 'fail vkQueueSubmit2 -4' 99 check folder
has out ' 0 wrong, [1-9][0-9]* not tried' 'check on a device that is lost'
said 'states a timestamp period of inf ns' as 'timestampPeriod inf' 77 devices
