/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_tracing : require
/*
 * rays_end: a ray of rays_start has met no leaf.
 *
 * Computes    that the ray is not blocked.
 * Bench       thread_group_tiling.rays, variants row_major (trace:pipeline) and tiled_x;
 *             baseline row_major.
 * Bindings    none.
 * Constants   none.
 * Dispatch    called once per ray that no call of rays_hit ended.
 * Work        none.
 * Error       none.
 * Needs       ray_tracing_pipeline.
 * Source      our own, for what Bavoil 2020 says of ray queries.
 */
layout(location = 0) rayPayloadInEXT uint blocked;

void main()
{
    blocked = 0;
}
