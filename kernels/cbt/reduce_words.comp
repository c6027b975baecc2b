/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_words: level D-5, a word of 32 leaves per thread: bits are counted, six bits a value,
 * whole words are stored.
 *
 * Computes    level D-5: the number of bits of each word; with LAYOUT snapshot also a copy of the
 *             bit field in the room of level D-1.
 * Bench       cbt.first_passes, variants packed, packed_snapshot and packed_cached; baseline
 *             prepass.
 * Bindings    0 heap, with its bit field.
 * Constants   0 DEPTH (10 at least), 1 LAYOUT, 2 DEPTH_FROM; push.depth, push.level (here unused).
 * Dispatch    2^(D-5) / 256 groups of 256, split over x and y.
 * Work        per 512 leaves: reads 16 words, writes 3 (and 16 for the copy); no atomics.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, first pass of the optimized reduction; with the copy, which the
 *             slides do not show, that of the authors' public code (Unity-Technologies,
 *             RTCatmullClarkSubdivision), where decoding counts bits of the copy: those of the live
 *             bit field race with the update. There one thread in 16 assembles the three words.
 *             Without the copy a contender's, whose update decides and acts apart.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

shared uint counts[256];

void main()
{
    const uint thread = gl_LocalInvocationIndex, index = dispatch_thread();
    const uint words = 1u << heap_depth() - 5;
    uint bits = 0;
    if (index < words) {
        bits = heap_word(heap_bitfield_word() + index);
        if (LAYOUT == LAYOUT_SNAPSHOT)
            heap[heap_counted_word() + index] = bits;
    }
    counts[thread] = bitCount(bits);
    barrier();
    /* 16 values are three words: thread 3k+j assembles word j of values 16k to 16k+15. */
    const uint group_words = min(256, words) * 6 / 32;
    if (thread >= group_words)
        return;
    const uint first_bit = 32 * thread;
    uint assembled = 0;
    for (uint i = first_bit / 6; 6 * i < first_bit + 32; i++) {
        const int shift = int(6 * i) - int(first_bit);
        assembled |= shift < 0 ? counts[i] >> -shift : counts[i] << shift;
    }
    const uint first = heap_node_address((1u << heap_depth() - 5) + 256 * dispatch_group());
    heap[(first >> 5) + thread] = assembled;
}
