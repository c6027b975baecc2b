/* SPDX-License-Identifier: MIT */
/*
 * append.glsl: appending with one global atomic per work-group. Every thread of the group must
 * call.
 * Needs       subgroup arithmetic; any subgroup size.
 */
#ifndef TILE_SUBDIVISION_APPEND_GLSL
#define TILE_SUBDIVISION_APPEND_GLSL

#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

shared uint append_count;
shared uint append_base;

/*
 * Slot of the caller's first of `items` entries in the list that control[counter] counts. The first
 * barrier is for callers that call again.
 */
uint append_reserve(uint counter, uint items)
{
    barrier();
    if (gl_LocalInvocationIndex == 0)
        append_count = 0;
    barrier();
    const uint before = subgroupExclusiveAdd(items);
    const uint sum = subgroupAdd(items);
    uint subgroup_base = 0;
    if (sum > 0 && subgroupElect())
        subgroup_base = atomicAdd(append_count, sum);
    subgroup_base = subgroupBroadcastFirst(subgroup_base);
    barrier();
    if (gl_LocalInvocationIndex == 0 && append_count > 0)
        append_base = atomicAdd(control[counter], append_count);
    barrier();
    return append_base + subgroup_base + before;
}

#endif
