/* SPDX-License-Identifier: MIT */
/*
 * subgroups.glsl: threads of a work-group by subgroup, and sums over subgroups. Subgroups are full:
 * the group's size is a multiple of theirs, 1 to 128.
 */
#ifndef COMMON_SUBGROUPS_GLSL
#define COMMON_SUBGROUPS_GLSL

#extension GL_KHR_shader_subgroup_basic : require

shared uint subgroup_values[256]; /* as many as a group of 256 has of the least size */

/* The thread's place in the group, subgroup by subgroup. */
uint thread_index()
{
    return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
}

/* Sums a value that all threads of a subgroup share over the subgroups before the caller's; *total
 * over all. Every thread of the group must call. */
uint subgroups_before(uint value, out uint total)
{
    barrier(); /* the values of an earlier call have been read */
    if (subgroupElect())
        subgroup_values[gl_SubgroupID] = value;
    barrier();
    uint before = 0;
    total = 0;
    /* Four at a time: few turns, for software devices end loops after 65535 turns in all. */
    for (uint i = 0; i < gl_NumSubgroups; i += 4) {
        const uvec4 at = i + uvec4(0, 1, 2, 3);
        uvec4 values = uvec4(subgroup_values[at.x & 255], subgroup_values[at.y & 255],
                             subgroup_values[at.z & 255], subgroup_values[at.w & 255]);
        values = mix(uvec4(0), values, lessThan(at, uvec4(gl_NumSubgroups)));
        total += values.x + values.y + values.z + values.w;
        values = mix(uvec4(0), values, lessThan(at, uvec4(gl_SubgroupID)));
        before += values.x + values.y + values.z + values.w;
    }
    return before;
}

#endif
