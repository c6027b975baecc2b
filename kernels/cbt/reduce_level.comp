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

shared uint values[256];

/* A node that shares its words with nodes of other levels, which nobody writes now. */
void node_write(uint node, uint value)
{
    const uint address = heap_node_address(node), width = heap_node_width(node);
    const uint word = address >> 5, shift = address & 31, mask = 0xffffffffu >> 32 - width;
    heap[word] = (heap[word] & ~(mask << shift)) | value << shift;
    if (shift + width > 32)
        heap[word + 1] = (heap[word + 1] & ~(mask >> 32 - shift)) | value >> 32 - shift;
}

void main()
{
    const uint thread = gl_LocalInvocationIndex, index = dispatch_thread(), count = 1u << level;
    const uint node = count + index;
    if (index < count)
        values[thread] = heap_node_read(2 * node) + heap_node_read(2 * node + 1);
    barrier();
    if (level < 5) {
        for (uint i = 0; thread == 0 && i < count; i++)
            node_write(count + i, values[i]);
        return;
    }
    const uint width = heap_level_width(level), group_nodes = min(256, count);
    if (thread >= group_nodes * width / 32)
        return;
    const uint first_bit = 32 * thread;
    uint assembled = 0;
    for (uint i = first_bit / width; i * width < first_bit + 32; i++) {
        const int shift = int(i * width) - int(first_bit);
        assembled |= shift < 0 ? values[i] >> -shift : values[i] << shift;
    }
    const uint first = heap_node_address(count + 256 * dispatch_group());
    heap[(first >> 5) + thread] = assembled;
}
