/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * ocbt_index: lists what lives.
 *
 * Computes    the list of slots that are taken, in any order.
 * Bench       cbt.update and cbt.frame, variants ocbt and ocbt_lean; baseline prepass.
 * Bindings    0 state, its live list empty; 5 bits; 7 live.
 * Constants   10 POOL_DEPTH (unused), 11 LEAN.
 * Dispatch    2^POOL_DEPTH / 64 groups of 64: a thread per slot of the pool.
 * Work        a bit per slot; 4 bytes and an atomic per live bisector; LEAN one or two atomics per
 *             group.
 * Error       none: integers; results are equal as sets, whatever slots they take.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 * Source      Benyoub and Dupuy 2024; its pass BisectorIndexation, which looks at ids where this
 *             looks at bits.
 */
layout(local_size_x = 64) in;

#include "cbt/ocbt.glsl"

shared uint first;

void main()
{
    const uint slot = gl_GlobalInvocationID.x, pair = slot >> 6 << 1;
    const bool taken = (bits[slot >> 5] >> (slot & 31) & 1) != 0;
    if (LEAN == 0) {
        if (taken)
            live[list_append(STATE_LIVE)] = slot;
        return;
    }
    const uint low = bits[pair], high = bits[pair + 1];
    if (gl_LocalInvocationIndex == 0 && (low | high) != 0) {
        const uint count = bitCount(low) + bitCount(high);
        first = atomicAdd(state[STATE_LIVE + 3], count);
        atomicMax(state[STATE_LIVE], (first + count + 63) / 64);
    }
    barrier();
    const uint below = (1u << (slot & 31)) - 1;
    if (taken)
        live[first + ((slot & 32) != 0 ? bitCount(low) + bitCount(high & below)
                                       : bitCount(low & below))] = slot;
}
