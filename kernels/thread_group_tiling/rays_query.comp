/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_query : require
#extension GL_GOOGLE_include_directive : require
/*
 * rays_query: rays over a full-screen grid, by ray queries in a compute shader. The structure has a
 * triangle around each leaf, larger than it, so that what the device finds is a candidate, and the
 * test of the leaf decides.
 *
 * Computes    result: bit k of a pixel's word says that its ray k meets a leaf.
 * Bench       thread_group_tiling.rays, variants row_major (trace:query) and tiled_x; baseline
 *             row_major.
 * Bindings    0 result, written once per pixel; 1 directions; 2 leaves, of the triangles' numbers;
 *             3 acceleration structure of the triangles.
 * Constants   0 and 1 group's size; 2 ORDER (of order.glsl), 3 N (1 at least); push of
 *             rays_pixel.glsl, of which leaf_count is unused.
 * Dispatch    grid.x by grid.y groups, of a thread per pixel.
 * Work        writes a word per pixel; a query per ray ends at the first leaf that it meets.
 * Error       none: tests of leaves are multiplications and additions in a fixed order; triangles
 *             are larger than leaves by more than a device rounds by; not precise: how far a query
 *             looks, beyond all leaves.
 * Needs       ray_query.
 * Source      our own, for what Bavoil 2020 says of ray queries.
 */
#include "thread_group_tiling/rays.glsl"

layout(binding = 3) uniform accelerationStructureEXT triangles;

bool rays_blocked(vec2 from, vec4 direction)
{
    rayQueryEXT query;
    rayQueryInitializeEXT(query, triangles, gl_RayFlagsNoOpaqueEXT, 0xFF, vec3(from, 0), 0,
                          vec3(direction.xy, 1), 2 * top);
    while (rayQueryProceedEXT(query))
        if (foliage_meets(rayQueryGetIntersectionPrimitiveIndexEXT(query, false), from,
                          direction.xy))
            return true;
    return false;
}

void main()
{
    rays_trace();
}
