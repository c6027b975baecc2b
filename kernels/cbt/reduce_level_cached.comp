/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_level_cached: reduce_level, which reads each word of the level below once, into shared
 * memory, and takes the nodes from there.
 *
 * Computes    value(n) = value(2n) + value(2n+1) for all nodes of a level.
 * Bench       cbt.first_passes, variant packed_cached; baseline prepass.
 * Bindings    0 heap; the level below is reduced.
 * Constants   0 DEPTH, 1 LAYOUT, 2 DEPTH_FROM; push.level, push.depth.
 * Dispatch    max(1, 2^level / 256) groups of 256, split over x and y.
 * Work        that of reduce_level; a load for each word of the level below in place of two to four
 *             for each node, and one more barrier.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender: what Deliot et al. 2021 say that does not pay («It's not beneficial to
 *             cache the buffer reads»).
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

#include "cbt/reduce_level.glsl"

/* 512 nodes of 25 bits at most, those of level 6 where D is 30, and one word behind them. */
shared uint words[16 * 25 + 1];

uint cached_bits(uint first_bit, uint width)
{
    const uint word = first_bit >> 5, shift = first_bit & 31;
    /* Shifts by 32 are undefined: in two steps. What lies behind the node is cut off. */
    const uint bits = words[word] >> shift | words[word + 1] << 1 << 31 - shift;
    return bitfieldExtract(bits, 0, int(width));
}

void main()
{
    const uint thread = gl_LocalInvocationIndex, index = dispatch_thread(), count = 1u << level;
    const uint node = count + index, width = heap_level_width(level + 1);
    const uint group_nodes = min(256, count), group_words = 2 * group_nodes * width / 32;
    const uint first = heap_node_address(2 * (count + 256 * dispatch_group())) >> 5;
    const bool cached = level >= SHARING_LEVELS;
    for (uint i = thread; cached && i < group_words; i += 256)
        words[i] = heap_word(first + i);
    if (thread == 0)
        words[cached ? group_words : 0] = 0;
    barrier();
    if (index < count && cached)
        values[thread] =
            cached_bits(2 * thread * width, width) + cached_bits((2 * thread + 1) * width, width);
    else if (index < count)
        values[thread] = heap_node_read(2 * node) + heap_node_read(2 * node + 1);
    barrier();
    level_store();
}
