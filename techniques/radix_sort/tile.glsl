/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: a tile of keys, ranked by a digit and stored where they belong.
 *
 * Each subgroup holds a part of the tile, lane by lane, and ranks it row by row: the lanes with the
 * digit of a lane are found by eight ballots, and the first of them counts them all. Keys keep their
 * order within a digit. SLOTS parts are counted apart. Where there are more subgroups, those that
 * share a slot take turns. Every thread of the group must call each function.
 */
#ifndef RADIX_SORT_TILE_GLSL
#define RADIX_SORT_TILE_GLSL

#include "digits.glsl"

layout(constant_id = 0) const uint ITEMS = 16; /* keys of a thread */

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Sorted { uint sorted[]; };

const uint TILE = ITEMS * VALUES, SLOTS = 8;

shared uint counts[SLOTS * VALUES]; /* of each digit in each slot, then of those in slots before */
shared uint staged[TILE];           /* the keys, sorted by the digit */
shared uint places[VALUES];         /* where the keys of a digit go, less where they are staged */

uint own[ITEMS], ranks[ITEMS];

/* Keys behind the end are the largest: they are last in the last tile. */
void tile_load(uint tile, uint count)
{
    const uint first = tile * TILE + gl_SubgroupID * ITEMS * lanes() + gl_SubgroupInvocationID;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = first + k * lanes();
        own[k] = place < count ? keys[place] : 0xffffffff;
    }
}

uvec4 same_digit(uint digit)
{
    uvec4 same = subgroupBallot(true);
    [[unroll]] for (uint bit = 0; bit < 8; bit++) {
        const bool set = (digit >> bit & 1) != 0;
        const uvec4 vote = subgroupBallot(set);
        same &= set ? vote : ~vote;
    }
    return same;
}

/* Ranks the keys of the subgroup among those of its slot so far. */
void slot_rank(uint slot, uint pass)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = digit_of(own[k], pass), counter = slot * VALUES + digit;
        const uvec4 same = same_digit(digit);
        const uint before = subgroupBallotExclusiveBitCount(same);
        const uint so_far = counts[counter];
        subgroupMemoryBarrierShared();
        subgroupBarrier();
        if (before == 0)
            counts[counter] = so_far + subgroupBallotBitCount(same);
        subgroupMemoryBarrierShared();
        subgroupBarrier();
        ranks[k] = so_far + before;
    }
}

/* Ranks the tile. Returns how many keys have the digit that is the caller's thread index. */
uint tile_rank(uint pass)
{
    const uint digit = thread_index(), turns = (gl_NumSubgroups + SLOTS - 1) / SLOTS;
    barrier(); /* the tile before is stored */
    [[unroll]] for (uint slot = 0; slot < SLOTS; slot++)
        counts[slot * VALUES + digit] = 0;
    for (uint turn = 0; turn < turns; turn++) {
        barrier();
        if (gl_SubgroupID % turns == turn)
            slot_rank(gl_SubgroupID / turns, pass);
    }
    barrier();
    uint total = 0;
    [[unroll]] for (uint slot = 0; slot < SLOTS; slot++) {
        const uint counted = counts[slot * VALUES + digit];
        counts[slot * VALUES + digit] = total;
        total += counted;
    }
    return total;
}

/* Stages the keys of the tile; `first`: where those of the caller's digit begin in it. */
void tile_stage(uint pass, uint first)
{
    const uint turns = (gl_NumSubgroups + SLOTS - 1) / SLOTS, slot = gl_SubgroupID / turns;
    places[thread_index()] = first;
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = digit_of(own[k], pass);
        staged[places[digit] + counts[slot * VALUES + digit] + ranks[k]] = own[k];
    }
    barrier();
}

/* Stores the `valid` keys of a staged tile; `place`: where the first of the caller's digit goes. */
void tile_store(uint pass, uint first, uint place, uint valid)
{
    places[thread_index()] = place - first;
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * VALUES + thread_index();
        if (i < valid)
            sorted[places[digit_of(staged[i], pass)] + i] = staged[i];
    }
}

#endif
