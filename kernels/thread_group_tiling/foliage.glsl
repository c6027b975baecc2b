/* SPDX-License-Identifier: MIT */
/*
 * foliage.glsl: leaves on the device, and the test that decides whether a ray meets one, by the
 * definitions of bench/thread_group_tiling/foliage.h.
 *
 *   2     leaves: centre and the square of the radius, then the normal
 */
#ifndef THREAD_GROUP_TILING_FOLIAGE_GLSL
#define THREAD_GROUP_TILING_FOLIAGE_GLSL

struct RaysLeaf {
    vec4 disc;
    vec4 normal;
};

layout(std430, binding = 2) readonly buffer Leaves { RaysLeaf leaves[]; };

bool foliage_meets(uint leaf, vec2 from, vec2 side)
{
    const vec4 disc = leaves[leaf].disc;
    const vec3 n = leaves[leaf].normal.xyz;
    precise vec3 f = vec3(from - disc.xy, -disc.z);
    precise float below = (n.x * side.x + n.y * side.y) + n.z;
    precise float above = -((n.x * f.x + n.y * f.y) + n.z * f.z);
    precise float px = side.x * above + f.x * below;
    precise float py = side.y * above + f.y * below;
    precise float pz = above + f.z * below;
    precise float square = below * below;
    precise float apart = (px * px + py * py) + pz * pz;
    precise float most = disc.w * square;
    return square >= 0.000244140625 && apart <= most;
}

#endif
