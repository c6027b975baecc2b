/* SPDX-License-Identifier: MIT */
/*
 * rays.glsl: what kernels that trace rays over a full-screen grid share: the pixel of an invocation
 * by the order, its rays, the test of a leaf, the result. bench/thread_group_tiling/foliage.h has
 * the definitions; functions of foliage.c bear the same names.
 *
 *   0     result, a word per pixel, row by row: bit k says that ray k is blocked
 *   1     directions: steps to the side per height, along x and y, and 1 over these
 *   2     leaves: centre and the square of the radius, then the normal
 *   3     the kernel's own
 *
 * Constants 0 and 1 are the group's size, 2 and 3 the order.
 */
#ifndef THREAD_GROUP_TILING_RAYS_GLSL
#define THREAD_GROUP_TILING_RAYS_GLSL

#include "common/hash.glsl"
#include "thread_group_tiling/order.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;

layout(constant_id = 2) const uint ORDER = 0;
layout(constant_id = 3) const uint N = 16;

struct RaysLeaf {
    vec4 disc;
    vec4 normal;
};

layout(std430, binding = 0) writeonly buffer Result { uint result[]; };
layout(std430, binding = 1) readonly buffer Directions { vec4 directions[]; };
layout(std430, binding = 2) readonly buffer Leaves { RaysLeaf leaves[]; };

layout(push_constant) uniform Push { uvec2 grid, size; uint rays, leaf_count; float top; };

shared uvec2 rays_shared_group;

/* Is the ray blocked that goes up from (from, 0)? The kernel's own. */
bool rays_blocked(vec2 from, vec4 direction);

/* In uniform control flow. One thread descends the curves, as in wide.glsl. */
uvec2 rays_group()
{
    const uint launch = gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x;
    if (ORDER == ORDER_ROW_MAJOR)
        return gl_WorkGroupID.xy;
    if (ORDER != ORDER_MORTON && ORDER != ORDER_HILBERT)
        return order_map(ORDER, launch, grid, N);
    if (gl_LocalInvocationIndex == 0)
        rays_shared_group = order_map(ORDER, launch, grid, N);
    barrier();
    return rays_shared_group;
}

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

void rays_trace()
{
    const uvec2 pixel = rays_group() * gl_WorkGroupSize.xy + gl_LocalInvocationID.xy;
    if (any(greaterThanEqual(pixel, size)))
        return;
    const uint turn = hash_mix(pixel.x | pixel.y << 16);
    uint blocked = 0;
    for (uint ray = 0; ray < rays; ray++)
        if (rays_blocked(vec2(pixel) + 0.5, directions[turn >> 6 * ray & 63]))
            blocked |= 1u << ray;
    result[pixel.y * size.x + pixel.x] = blocked;
}

#endif
