/* SPDX-License-Identifier: MIT */
/*
 * published.glsl: Program 1 of Tokuyoshi (2014), shared by the published variants. A tile or a node
 * is appended with one atomic each, as AppendStructuredBuffer does.
 *
 * Bindings    6 queue_in, 7 queue_out: nodes of one level, queue_encode(). control[1 + pass] counts
 *             the entries that pass appended to queue_out; every pass has a counter of its own.
 */
#ifndef TILE_SUBDIVISION_PUBLISHED_GLSL
#define TILE_SUBDIVISION_PUBLISHED_GLSL

layout(std430, binding = 6) readonly buffer QueueIn { uint queue_in[]; };
layout(std430, binding = 7) writeonly buffer QueueOut { uint queue_out[]; };

void subdivide_tile(node n, uint importance, uint threshold, uint pass)
{
    if (subdivides(n.level, importance, threshold))
        queue_out[atomicAdd(control[1 + pass], 1)] = queue_encode(n);
    else
        tile_write(atomicAdd(control[0], 1), n, importance, threshold);
}

#endif
