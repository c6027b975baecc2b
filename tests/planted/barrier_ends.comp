/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_KHR_shader_subgroup_basic : require
/*
 * barrier_ends: harness/subgroup_barrier as a driver runs it that ends subgroups at a barrier which
 * others do not meet.
 *
 * Computes    met[i] = 0 beyond the first subgroup, of which the other has 3 s + 1.
 * Bench       none: tests/engine/instruments/subgroup_barrier_test.c.
 * Bindings    as harness/subgroup_barrier.
 * Constants   none.
 * Dispatch    1 group of 128.
 * Work        a word or two per invocation.
 * Error       by design.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 128) in;

layout(std430, binding = 0) writeonly buffer Met { uint met[]; };
layout(std430, binding = 1) writeonly buffer Wanted { uint wanted[]; };

void main()
{
    const uint own = gl_LocalInvocationIndex;
    wanted[own] = gl_SubgroupID * 3 + 1;
    met[own] = gl_SubgroupID == 0 ? 1 : 0;
}
