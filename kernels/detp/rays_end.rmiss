/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_ray_tracing : require
/*
 * rays_end: a ray has met all triangles that it meets.
 *
 * Computes    nothing: no hit is kept, so that every ray ends here.
 * Bench       detp.estimate, variants ray_tracing.
 * Bindings    none.
 * Constants   none.
 * Dispatch    called once per ray.
 * Work        none.
 * Error       none.
 * Needs       ray_tracing_pipeline.
 * Source      contender: the all-hits form of ray tracing pipelines.
 */
void main()
{
}
