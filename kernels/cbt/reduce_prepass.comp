/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * reduce_prepass: the five levels above the bit field, a word of 32 leaves per thread.
 *
 * Computes    levels D-1 to D-5: of each word, the sums of 2, 4, 8, 16 and 32 bits.
 * Bench       cbt.sum_reduction, variant prepass; baseline prepass.
 * Bindings    0 heap, with its bit field.
 * Constants   0 DEPTH (6 at least), 1 LAYOUT (full), 2 DEPTH_FROM; push.depth, push.level (here
 *             unused).
 * Dispatch    2^(D-5) / 256 groups of 256, split over x and y.
 * Work        per 32 leaves: reads a word, stores a word (level D-1), 16 atomics for 24, 16, 10 and
 *             6 bits of the others.
 * Error       none: integers.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      the pass that the public library of Dupuy 2020 has before its levels, and that the
 *             paper's demo runs; described in Deliot et al. 2021 only by its result.
 */
layout(local_size_x = 256) in;

#include "cbt/heap_depth_from.glsl"

#include "cbt/heap_buffer.glsl"

/* Writes `width` bits, at most 32, beside others that write the same words. */
void bits_write_atomic(uint address, uint width, uint bits)
{
    const uint word = address >> 5, shift = address & 31, mask = 0xffffffffu >> 32 - width;
    atomicAnd(heap[word], ~(mask << shift));
    atomicOr(heap[word], bits << shift);
    atomicAnd(heap[word + 1], ~(mask >> 31 - shift >> 1));
    atomicOr(heap[word + 1], bits >> 31 - shift >> 1);
}

void main()
{
    const uint index = dispatch_thread(), words = 1u << heap_depth() - 5;
    if (index >= words)
        return;
    const uint bits = heap_word(heap_bitfield_word() + index);
    /* 16 sums of two bits each, in place; they are level D-1 as it is stored. */
    uint sums = (bits & 0x55555555u) + (bits >> 1 & 0x55555555u);
    heap[2 * words + index] = sums;
    for (uint step = 1; step <= 4; step++) {
        const uint at_level = heap_depth() - 1 - step, count = 16u >> step, width = step + 2;
        uint packed_values = 0;
        for (uint i = 0; i < count; i++) {
            const int half_width = int(width) - 1, at = int(2 * i) * half_width;
            const uint value = bitfieldExtract(sums, at, half_width) +
                               bitfieldExtract(sums, at + half_width, half_width);
            packed_values |= value << i * width;
        }
        sums = packed_values;
        const uint node = (1u << at_level) + index * count;
        bits_write_atomic(heap_node_address(node), count * width, sums);
    }
}
