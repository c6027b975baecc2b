/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_allocate: slots for the pieces of what is split.
 *
 * Computes    a free slot for each piece of a bisector beyond its first.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, 4 works, 5 bits, 6 tree, 9 acting.
 * Constants   10 POOL_DEPTH, 11 LEAN.
 * Dispatch    indirect: a thread per acting bisector, groups of 64; shared memory for the whole
 *             tree, 24.8 KB for 2^20 slots.
 * Work        per group the tree; per slot POOL_DEPTH - 7 nodes in shared memory, up to four words
 *             of bits.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass Allocate: the i-th free slot is that of the i-th bit
 *             that is not set.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"
#include "cbt/ocbt_tree.glsl"

const uint TREE_WORDS = 127 + ((1u << POOL_DEPTH - 7) - 128) / 2 + (1u << POOL_DEPTH - 9);

shared uint sums[TREE_WORDS];

uint node_value(uint node)
{
    if (node < WIDE_NODES)
        return sums[node - 1];
    if (node < tree_lowest())
        return sums[tree_word_16(node)] >> (node & 1) * 16 & 0xffff;
    return sums[tree_word_8(node)] >> (node & 3) * 8 & 0xff;
}

/* The slot of the handle-th bit that is 0. */
uint free_slot(uint handle)
{
    uint node = 1, span = 1u << POOL_DEPTH;
    while (node < tree_lowest()) {
        node *= 2;
        span /= 2;
        const uint zeros = span - node_value(node);
        if (handle >= zeros) {
            handle -= zeros;
            node++;
        }
    }
    uint word = 4 * (node - tree_lowest());
    uint zeros = bitCount(~bits[word]);
    for (uint i = 0; i < 3 && handle >= zeros; i++) {
        handle -= zeros;
        zeros = bitCount(~bits[++word]);
    }
    uint unset = ~bits[word], bit = 0;
    for (uint width = 16; width > 0; width /= 2) {
        const uint low = bitCount(unset >> bit & (1u << width) - 1);
        if (handle >= low) {
            handle -= low;
            bit += width;
        }
    }
    return 32 * word + bit;
}

void main()
{
    for (uint i = gl_LocalInvocationIndex; i < TREE_WORDS; i += 64)
        sums[i] = tree[i];
    barrier();
    const uint index = gl_GlobalInvocationID.x;
    if (index >= list_count(STATE_ACTING))
        return;
    if (LEAN != 0 && state[STATE_NEEDED] > state[STATE_FREE]) {
        state[STATE_OVERFLOW] = 1;
        return;
    }
    const uint slot = acting[index], pattern = works[4 * slot];
    uint handle = atomicAdd(state[STATE_ALLOCATED], bitCount(pattern));
    for (uint piece = 0; piece < 3; piece++)
        if ((pattern >> piece & 1) != 0)
            works[4 * slot + 1 + piece] = free_slot(handle++);
}
