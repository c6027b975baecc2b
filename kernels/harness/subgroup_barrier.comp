/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_KHR_shader_subgroup_basic : require
/*
 * subgroup_barrier: subgroups that meet different numbers of subgroupBarrier(), to find drivers
 * that take it for a barrier of the work-group and drop the subgroups that meet more.
 *
 * Computes    met[i] = wanted[i] = 3 s + 1 for invocation i of subgroup s.
 * Bench       none: harness/engine/instruments/subgroup_barrier.c, before kernels that use it.
 * Bindings    0 met, 1 wanted; a word per invocation each.
 * Constants   none.
 * Dispatch    1 group of 128.
 * Work        a write per barrier.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own; Mesa 25.0.7's CPU driver ends all subgroups but the first.
 */
layout(local_size_x = 128) in;

layout(std430, binding = 0) buffer Met { uint met[]; };
layout(std430, binding = 1) writeonly buffer Wanted { uint wanted[]; };

void main()
{
    const uint own = gl_LocalInvocationIndex;
    wanted[own] = gl_SubgroupID * 3 + 1;
    met[own] = 0;
    for (uint k = 0; k <= gl_SubgroupID * 3; k++) {
        subgroupBarrier();
        met[own] += 1;
    }
}
