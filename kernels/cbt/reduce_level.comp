/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_level: one level of the sum-reduction, a node per thread; a group assembles its values in
 * shared memory and stores whole words.
 *
 * Computes    value(n) = value(2n) + value(2n+1) for all nodes of a level.
 * Bench       cbt.sum_reduction, variants packed and packed_snapshot; baseline prepass.
 * Bindings    0 heap; the level below is reduced.
 * Constants   0 DEPTH, 1 LAYOUT, 2 DEPTH_FROM; push.level, push.depth.
 * Dispatch    max(1, 2^level / 256) groups of 256, split over x and y.
 * Work        reads the level below, writes the level: 8 (D+1-level) words per 256 nodes. Levels 0
 *             to 4 share words, which one thread then reads and writes. No atomics.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, later passes of the optimized reduction. In the authors' public
 *             code a pass of atomics makes the levels whose words are shared.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

#include "cbt/reduce_level.glsl"

void main()
{
    const uint index = dispatch_thread(), count = 1u << level, node = count + index;
    if (index < count)
        values[gl_LocalInvocationIndex] = heap_node_read(2 * node) + heap_node_read(2 * node + 1);
    barrier();
    level_store();
}
