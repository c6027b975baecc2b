/* SPDX-License-Identifier: MIT */
/*
 * ocbt.glsl: a pool of bisectors and the tree that allocates its slots, as leaves/pool.h has
 * them. A bisector is a leaf of the bisection: its id and the slots of its neighbours.
 *
 * Bindings    0 state: STATE_ below; 1 ids, 64 bits a slot, 0 where it is free; 2 neighbours as the
 *             frame found them, 3 as it leaves them: left, right, across the longest edge, NONE
 *             where the square ends; 4 works: four words a slot, of this frame alone; 5 bits: which
 *             slots are taken; 6 tree: sums of the bits; 7 live: the slots that are taken, in any
 *             order; 8 chosen, 9 acting, 10 linking: lists of slots of this frame.
 * Constants   10 POOL_DEPTH: 2^POOL_DEPTH slots; 11 LEAN: 1 spares passes, see docs/papers/cbt.md.
 * Macro       WIDE is uvec2 where ids are pairs of words, for devices without 64-bit integers.
 * Works       Splits: pattern, and the slots of the pieces beyond the first. Merges: word 0 is 1
 *             where the bisector wants to merge, word 1 the slot that stays, plus 1, where it does.
 */
#ifndef CBT_OCBT_GLSL
#define CBT_OCBT_GLSL

#ifdef WIDE
#include "cbt/ocbt_id_pairs.glsl"
#else
#include "cbt/ocbt_id_wide.glsl"
#endif

layout(constant_id = 10) const uint POOL_DEPTH = 17;
layout(constant_id = 11) const uint LEAN = 0;

layout(std430, binding = 0) buffer State { uint state[]; };
layout(std430, binding = 1) buffer Ids { ID ids[]; };
layout(std430, binding = 2) buffer Before { uint before[]; };
layout(std430, binding = 3) buffer After { uint after[]; };
layout(std430, binding = 4) buffer Works { uint works[]; };
layout(std430, binding = 5) buffer Bits { uint bits[]; };
layout(std430, binding = 6) buffer Tree { uint tree[]; };
layout(std430, binding = 7) buffer Live { uint live[]; };
layout(std430, binding = 8) buffer Chosen { uint chosen[]; };
layout(std430, binding = 9) buffer Acting { uint acting[]; };
layout(std430, binding = 10) buffer Linking { uint linking[]; };

/* Each list has four words: groups of 64 for a thread per entry, and the entries. */
const uint STATE_LIVE = 0, STATE_CHOSEN = 4, STATE_ACTING = 8, STATE_LINKING = 12;
const uint STATE_NEEDED = 16;    /* slots that splits take */
const uint STATE_ALLOCATED = 17; /* of those, handed out so far */
const uint STATE_FREE = 18;      /* slots, when the frame began */
const uint STATE_OVERFLOW = 19;  /* 1 once a frame needed more slots than were free */

const uint NONE = 0xffffffffu;
const uint LEFT = 0, RIGHT = 1, EDGE = 2;

/* Bits of a pattern; as many slots are taken. LEFT and RIGHT: that half is split once more. */
const uint PATTERN_CENTRE = 1, PATTERN_RIGHT = 2, PATTERN_LEFT = 4;

uint id_depth(ID id)
{
    const uint high = ID_HIGH(id);
    return high != 0 ? 32 + uint(findMSB(high)) : uint(findMSB(ID_LOW(id)));
}

/* Entries of the list that is described by the state at `list`. */
uint list_count(uint list)
{
    return state[list + 3];
}

/* Place for one more entry; a lean list keeps its number of groups itself. */
uint list_append(uint list)
{
    const uint index = atomicAdd(state[list + 3], 1);
    if (LEAN != 0 && (index & 63) == 0)
        atomicMax(state[list], index / 64 + 1);
    return index;
}

#endif
