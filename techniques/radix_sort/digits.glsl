/* SPDX-License-Identifier: MIT */
/*
 * digits.glsl: digits of eight bits, and groups of at least a thread for each of their values.
 *
 * Threads are numbered by subgroup and lane, so that sums over subgroups are sums in this order.
 * Subgroups are full.
 */
#ifndef RADIX_SORT_DIGITS_GLSL
#define RADIX_SORT_DIGITS_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require

const uint VALUES = 256; /* of a digit */

layout(local_size_x_id = 0) in;

shared uint partials[gl_WorkGroupSize.x]; /* a sum for each subgroup */

uint lanes()
{
    return gl_WorkGroupSize.x / gl_NumSubgroups;
}

uint thread_index()
{
    return gl_SubgroupID * lanes() + gl_SubgroupInvocationID;
}

uint digit_of(uint key, uint pass)
{
    return key >> 8 * pass & 255;
}

/* Sum over the threads before the caller's. Every thread of the group must call. */
uint threads_before(uint value)
{
    const uint upto = subgroupInclusiveAdd(value);
    barrier(); /* the partials of an earlier call have been read */
    if (gl_SubgroupInvocationID == lanes() - 1)
        partials[gl_SubgroupID] = upto;
    barrier();
    uint base = 0;
    for (uint i = 0; i < gl_SubgroupID; i++)
        base += partials[i];
    return base + upto - value;
}

#endif
