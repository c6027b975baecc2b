/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
/*
 * reduce_marked: all levels, of tiles that a sweep has listed, in one dispatch: what lies within a
 * tile is made from its bits, and what a tile has gained or lost is added to each node above it.
 *
 * Computes    levels D-7 to 0 in values of 8, 16 and 32 bits, and the copy of the bit field, where
 *             they were right but for the tiles listed.
 * Bench       cbt.update, cbt.frame, variant dirty_aligned; baseline prepass.
 * Bindings    0 heap with its bit field, and as many words before that for the copy; 1 the same, as
 *             uvec4; 2 marks: sweep.glsl.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned), 3 LANES: 0 shuffles, where subgroups are
 *             of a multiple of 32, or 1 shared memory.
 * Dispatch    any number of groups of 256, each of which takes one tile after the other; fewest
 *             steps with a group per tile listed.
 * Work        per tile: reads 16 KiB, writes 16 KiB and 769 words; D-16 atomics; two barriers.
 * Error       none: integers; sums do not depend on their order.
 * Needs       subgroup_shuffle; 3 KiB of shared memory.
 * Source      contender; the widths are those of the public code for Benyoub and Dupuy 2024.
 */
#include "cbt/heap_buffer.glsl"

layout(std430, binding = 1) buffer HeapFours { uvec4 heap_fours[]; };
layout(std430, binding = 2) buffer Marks { uint marks[]; };

#include "cbt/prefix_tile_aligned.glsl"

/* sweep.glsl */
const uint MARKS_FIRST = 1, MARKS_DONE = 2, MARKS_LIST = 4;

shared uint tile_leaves; /* that it had */

/* The nodes above a tile, one a thread of the second segment. */
void tile_add_above(uint tile, uint thread)
{
    const uint leaves = sums_node(0, 256), above = thread - 31;
    if (thread >= 32 && above <= DEPTH - TILE_BITS && leaves != tile_leaves)
        atomicAdd(heap[(1u << DEPTH - TILE_BITS) + tile >> above], leaves - tile_leaves);
}

void tile_remake(uint tile, uint thread)
{
    const uint lane = thread & 31, first = tile_first(tile, thread), copy = 1u << DEPTH - 7;
    const uint had = heap[tile_level(tile, TILE_BITS)]; /* by all: no branch before the lanes' */
    const uvec4 a = heap_fours[first], b = heap_fours[first + 32];
    const uvec4 c = heap_fours[first + 64], d = heap_fours[first + 96];
    TILE_STORE_LOWER(tile, thread, lane, a, b, c, d)
    if (thread == 0)
        tile_leaves = had;
    heap_fours[first - copy] = a;
    heap_fours[first + 32 - copy] = b;
    heap_fours[first + 64 - copy] = c;
    heap_fours[first + 96 - copy] = d;
    barrier();
    tile_add_above(tile, thread);
    tile_store_upper(tile, thread);
}

void main()
{
    const uint thread = lanes_thread(), tiles = 1u << DEPTH - TILE_BITS;
    const uint begin = marks[MARKS_FIRST], count = marks[0] - begin;
    for (uint i = gl_WorkGroupID.x; i < count; i += gl_NumWorkGroups.x) {
        const uint tile = marks[MARKS_LIST + (begin + i & tiles - 1)];
        tile_remake(tile, thread);
        if (thread == 0)
            atomicAnd(marks[MARKS_LIST + tiles + (tile >> 5)], ~(1u << (tile & 31)));
        barrier(); /* the next one's sums take the place of these */
    }
    if (gl_WorkGroupID.x == 0 && thread == 0)
        marks[MARKS_DONE] = begin + count;
}
