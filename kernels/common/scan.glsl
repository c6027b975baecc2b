/* SPDX-License-Identifier: MIT */
/*
 * scan.glsl: prefix sums within a work-group. Every thread of the group must call.
 *
 * The order is that of gl_LocalInvocationIndex, as long as subgroups are filled in that order.
 * Needs       subgroup arithmetic; groups of at most 1024, subgroups of at least 4 or whole groups.
 */
#ifndef COMMON_SCAN_GLSL
#define COMMON_SCAN_GLSL

#extension GL_KHR_shader_subgroup_arithmetic : require

shared uint scan_partials[256];

/* Sum of `value` over the threads before the caller's; *total over all of the group. */
uint scan_group(uint value, out uint total)
{
    const uint before = subgroupExclusiveAdd(value);
    const uint sum = subgroupAdd(value);
    barrier(); /* the partials of an earlier call have been read */
    if (subgroupElect())
        scan_partials[gl_SubgroupID] = sum;
    barrier();
    uint base = 0;
    total = 0;
    /* Four at a time: few turns, for software devices end loops after 65535 turns in all. */
    for (uint i = 0; i < gl_NumSubgroups; i += 4) {
        const uvec4 at = i + uvec4(0, 1, 2, 3);
        uvec4 sums = uvec4(scan_partials[at.x], scan_partials[at.y], scan_partials[at.z],
                           scan_partials[at.w]);
        sums = mix(uvec4(0), sums, lessThan(at, uvec4(gl_NumSubgroups)));
        total += sums.x + sums.y + sums.z + sums.w;
        sums = mix(uvec4(0), sums, lessThan(at, uvec4(gl_SubgroupID)));
        base += sums.x + sums.y + sums.z + sums.w;
    }
    return base + before;
}

#endif
