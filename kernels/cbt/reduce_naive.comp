/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_naive: one level of the sum-reduction, a node per thread, written with atomics: the worst
 * case, told to explain why there are others.
 *
 * Computes    value(n) = value(2n) + value(2n+1) for all nodes of a level.
 * Bench       cbt.sum_reduction, variants naive and prepass (its upper levels; the baseline).
 * Bindings    0 heap; the level below is reduced, or is the bit field.
 * Constants   0 DEPTH, 1 LAYOUT (full), 2 DEPTH_FROM; push.level, push.depth.
 * Dispatch    2^level / 256 groups of 256, split over x and y.
 * Work        per node: reads two children, 4 atomics (and, or, on two words); at level D-1 16
 *             threads share a word. Bound by atomics in the L2 cache.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, Updating the subdivision: its pseudocode; the atomics are those
 *             of the public library, which clears and sets both words of every node. From level D-1
 *             on nobody is known to have shipped it: the public library and the paper's demo run it
 *             from level D-6 on, behind reduce_prepass.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

void main()
{
    const uint index = dispatch_thread(), count = 1u << level;
    if (index >= count)
        return;
    const uint node = count + index;
    heap_node_write_atomic(node, heap_node_read(2 * node) + heap_node_read(2 * node + 1));
}
