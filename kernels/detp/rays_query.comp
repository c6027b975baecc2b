/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_query : require
#extension GL_GOOGLE_include_directive : require
/*
 * rays_query: the work of rays_start and rays_hit in one kernel, by a ray query.
 *
 * Computes    adds to the four words of each disc that a ray hits what the ray brings.
 * Bench       detp.estimate, variants ray_query.
 * Bindings    0 acceleration structure of rays_vertices' triangles; 1 rays; 2 discs, of the
 *             triangles' numbers; 3 sums, zeros at the start; 4 tests, two words, low and
 *             high, zeros at the start.
 * Constants   0 group size; 1 COUNT: candidates are counted in tests, and sums left alone; push of
 *             rays.glsl.
 * Dispatch    an invocation per ray.
 * Work        a walk through the structure per ray, as the device does it; a test per candidate,
 *             four atomics per hit.
 * Error       none but that of detp_hit().
 * Needs       ray_query.
 * Source      contender: the all-hits form of ray queries.
 */
layout(local_size_x_id = 0) in;

#include "detp/rays.glsl"

layout(binding = 0) uniform accelerationStructureEXT triangles;

void main()
{
    const uint ray = gl_GlobalInvocationID.x;
    if (ray >= push.ray_count)
        return;
    const detp_ray widened = rays_widened(ray);
    rayQueryEXT query;
    rayQueryInitializeEXT(query, triangles, gl_RayFlagsNoOpaqueEXT, 0xFF, widened.origin,
                          max(push.rule.t_min, 0), widened.direction, widened.t_max);
    while (rayQueryProceedEXT(query))
        rays_take(ray, rayQueryGetIntersectionPrimitiveIndexEXT(query, false));
}
