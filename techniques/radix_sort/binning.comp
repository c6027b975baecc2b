/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * binning: a pass of Onesweep: keys to their places by one digit, reading each key once.
 *
 * A thread for each value of the digit looks back, as in a chained scan with decoupled look-back: it
 * tells how many keys of its tile have the value, before they are ranked, adds what the tiles before
 * have told up to one that knows the sum of all before it, and tells that. Flag and number are one
 * word: fewer than 2^28 keys. Flags of a later pass are larger, so that words are not cleared. Tiles
 * are numbered as groups start. After SPINS turns in vain a thread counts the tile itself: this ends
 * without forward progress of other groups, and lavapipe cuts loops after 65,535 turns.
 */
#include "tile.glsl"

layout(constant_id = 2) const uint SPINS = 1000;

layout(std430, binding = 2) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 3) buffer Told { uint tickets[4], told[]; };

layout(push_constant) uniform Push
{
    uint count, pass;
} push;

const uint FLAG = 28, NUMBER = (1u << FLAG) - 1;

shared uint drawn;

uint own_flag()
{
    return 2 * push.pass + 1;
}

uint all_flag()
{
    return 2 * push.pass + 2;
}

void tell(uint tile, uint flag, uint number)
{
    atomicStore(told[tile * VALUES + thread_index()], flag << FLAG | number, gl_ScopeDevice,
                gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

uint ask(uint tile)
{
    return atomicLoad(told[tile * VALUES + thread_index()], gl_ScopeDevice,
                      gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
}

/* How many keys of a tile that tells nothing have a digit. It is never the last, so it is whole. */
uint late_count(uint tile, uint digit)
{
    uint count = 0;
    for (uint i = 0; i < TILE; i += 16)
        [[unroll]] for (uint j = 0; j < 16; j++)
            count += digit_of(keys[tile * TILE + i + j], push.pass) == digit ? 1 : 0;
    return count;
}

/* How many keys of all tiles before `tile` have the caller's digit. Four tiles a turn. */
uint look_back(uint tile)
{
    uint sum = 0, spins = 0;
    while (tile > 0) {
        uint words[4], heard = 0;
        [[unroll]] for (uint j = 0; j < 4; j++)
            words[j] = j < tile ? ask(tile - 1 - j) : all_flag() << FLAG;
        [[unroll]] for (uint j = 0; j < 4; j++)
            if (heard == j && words[j] >> FLAG >= own_flag()) {
                sum += words[j] & NUMBER;
                heard = words[j] >> FLAG == all_flag() ? tile : heard + 1;
            }
        tile -= heard;
        spins = heard > 0 ? 0 : spins + 1;
        if (spins == SPINS) {
            sum += late_count(--tile, thread_index());
            spins = 0;
        }
    }
    return sum;
}

void main()
{
    const uint pass = push.pass, digit = thread_index();
    const bool has_digit = digit < VALUES;
    if (gl_LocalInvocationIndex == 0)
        drawn = atomicAdd(tickets[pass], 1);
    barrier();
    const uint tile = drawn;
    tile_load(tile, push.count);
    const uint total = tile_count(pass);
    if (has_digit)
        tell(tile, own_flag(), total);
    const uint first = threads_before(total);
    tile_rank(pass, first);
    tile_stage();
    uint shift = 0;
    if (has_digit) {
        const uint before = look_back(tile);
        tell(tile, all_flag(), before + total);
        shift = starts[pass * VALUES + digit] + before - first;
    }
    tile_store(pass, shift, push.count - tile * TILE);
}
