/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
/*
 * reduce_sum: the sum of words, a part of it per group.
 *
 * Computes    word push.place + g of the sums: the sum, modulo 2^32, of the words of group g. One
 *             group sums up all.
 * Bench       all that reduce (bench/common/reduce.h); no baseline.
 * Bindings    0 and 1 the words, as vectors of four and one by one; 2 the sums.
 * Constants   0 group size; push.words, how many; push.place, where the sums begin.
 * Dispatch    as many groups as there shall be sums, in x.
 * Work        reads 4 bytes per word, writes 4 per group; bound by bandwidth.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      our own.
 */
layout(local_size_x_id = 0) in;

#include "common/subgroups.glsl"

layout(std430, binding = 0) readonly buffer Vectors { uvec4 vectors[]; };
layout(std430, binding = 1) readonly buffer Words { uint words[]; };
layout(std430, binding = 2) writeonly buffer Sums { uint sums[]; };

layout(push_constant) uniform Push
{
    uint words, place;
} push;

const uint LOADS = 4; /* of a thread that are on their way together */

void main()
{
    const uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x, count = push.words / 4;
    const uint thread = gl_WorkGroupID.x * gl_WorkGroupSize.x + thread_index();
    uint sum = thread < push.words % 4 ? words[4 * count + thread] : 0, total;
    for (uint i = thread; i < count; i += LOADS * threads) {
        uvec4 loaded[LOADS];
        [[unroll]] for (uint k = 0; k < LOADS; k++)
            loaded[k] = i + k * threads < count ? vectors[i + k * threads] : uvec4(0);
        [[unroll]] for (uint k = 0; k < LOADS; k++)
            sum += loaded[k].x + loaded[k].y + loaded[k].z + loaded[k].w;
    }
    subgroups_before(subgroupAdd(sum), total);
    if (thread_index() == 0)
        sums[push.place + gl_WorkGroupID.x] = total;
}
