/* SPDX-License-Identifier: MIT */
/*
 * tile.glsl: a tile of keys, ranked by a digit and stored where they belong.
 *
 * Each subgroup holds a part of the tile, lane by lane. It has counts of its own, a slot, and ranks
 * its part row by row: ballots find the lanes with the digit of a lane, and the first of them adds
 * them to the count. Keys keep their order within a digit. Subgroups of fewer than 32 lanes share
 * slots and take turns. Every thread of the group must call each function.
 */
#ifndef RADIX_SORT_TILE_GLSL
#define RADIX_SORT_TILE_GLSL

#extension GL_KHR_memory_scope_semantics : require

#include "digits.glsl"

layout(constant_id = 1) const uint ITEMS = 16; /* keys of a thread, at least VALUES / 32 */

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Sorted { uint sorted[]; };

const uint TILE = ITEMS * gl_WorkGroupSize.x, SLOTS = gl_WorkGroupSize.x / 32;

shared uint staged[TILE];   /* counts of each digit in each slot; later the keys, sorted by digit */
shared uint places[VALUES]; /* where the keys of a digit go, less where they are staged */

uint own[ITEMS], ranks[ITEMS];

/* How many subgroups share a slot. */
uint sharers()
{
    return (gl_NumSubgroups + SLOTS - 1) / SLOTS;
}

uint slot_first()
{
    return gl_SubgroupID / sharers() * VALUES;
}

/* Keys behind the end are the largest: they are last in the last tile. */
void tile_load(uint tile, uint count)
{
    const uint first = tile * TILE + gl_SubgroupID * ITEMS * lanes() + gl_SubgroupInvocationID;
    if (tile * TILE + TILE <= count)
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            own[k] = keys[first + k * lanes()];
    else
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint place = first + k * lanes();
            own[k] = place < count ? keys[place] : 0xffffffff;
        }
}

/* Returns how many keys have the digit that is the caller's thread index. */
uint tile_count(uint pass)
{
    const uint digit = thread_index();
    for (uint i = digit; i < SLOTS * VALUES; i += gl_WorkGroupSize.x)
        staged[i] = 0;
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        atomicAdd(staged[slot_first() + digit_of(own[k], pass)], 1);
    barrier();
    uint total = 0;
    if (digit < VALUES)
        [[unroll]] for (uint slot = 0; slot < SLOTS; slot++)
            total += staged[slot * VALUES + digit];
    return total;
}

/* Lanes with the digit of the caller's: how many, how many of them before it, and the first. */
void alike(uint digit, out uint all, out uint before, out uint leader)
{
    all = before = leader = 0;
    [[unroll]] for (uint word = 0; word < 4; word++) {
        if (32 * word >= gl_SubgroupSize)
            break;
        uint same = subgroupBallot(true)[word];
        [[unroll]] for (uint bit = 0; bit < 8; bit++) {
            const bool set = (digit >> bit & 1) != 0;
            same &= subgroupBallot(set)[word] ^ (set ? 0 : 0xffffffff);
        }
        leader = all == 0 && same != 0 ? 32 * word + findLSB(same) : leader;
        before += bitCount(same & gl_SubgroupLtMask[word]);
        all += bitCount(same);
    }
}

/* Ranks the keys of the subgroup, row by row. Counts of its slot are those of keys before it. */
void slot_rank(uint pass)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint digit = digit_of(own[k], pass);
        uint all, before, leader, so_far = 0;
        alike(digit, all, before, leader);
        if (before == 0)
            so_far = atomicAdd(staged[slot_first() + digit], all);
        ranks[k] = subgroupShuffle(so_far, leader) + before;
        controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared,
                       gl_SemanticsAcquireRelease);
    }
}

/* Ranks the keys of a counted tile; `first`: where those of the caller's digit begin in it. */
void tile_rank(uint pass, uint first)
{
    const uint digit = thread_index(), turns = sharers();
    if (digit < VALUES)
        [[unroll]] for (uint slot = 0; slot < SLOTS; slot++) {
            const uint counted = staged[slot * VALUES + digit];
            staged[slot * VALUES + digit] = first;
            first += counted;
        }
    for (uint turn = 0; turn < turns; turn++) {
        barrier();
        if (gl_SubgroupID % turns == turn)
            slot_rank(pass);
    }
    barrier(); /* the counts have been read */
}

/* Stores the `valid` keys of a ranked tile; `shift`: from where they are staged to their place. */
void tile_store(uint pass, uint shift, uint valid)
{
    const uint thread = thread_index();
    if (thread < VALUES)
        places[thread] = shift;
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint i = k * gl_WorkGroupSize.x + thread;
        const uint key = staged[i];
        if (i < valid)
            sorted[places[digit_of(key, pass)] + i] = key;
    }
}

void tile_stage()
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        staged[ranks[k]] = own[k];
}

#endif
