/* SPDX-License-Identifier: MIT */
/*
 * rays.glsl: what compute kernels that trace rays over a full-screen grid share: the pixel of an
 * invocation by the order, its rays, the result. bench/thread_group_tiling/foliage.h has the
 * definitions; functions of foliage.c bear the same names.
 *
 *   0, 1  of rays_pixel.glsl
 *   2     of foliage.glsl
 *   3     the kernel's own
 */
#ifndef THREAD_GROUP_TILING_RAYS_GLSL
#define THREAD_GROUP_TILING_RAYS_GLSL

#include "thread_group_tiling/rays_pixel.glsl"

layout(local_size_x_id = 0, local_size_y_id = 1) in;

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

/* Here, not above: the order of functions decides the numbers in the SPIR-V that runs measured. */
#include "thread_group_tiling/foliage.glsl"

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
