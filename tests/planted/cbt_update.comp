/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * cbt_update: an update with one FAULT on purpose.
 *
 * Computes    what update_sequence computes, but for the fault.
 * Bench       tests/bench/cbt/cbt_planted_test.c only.
 * Bindings    0 heap, reduced; 1 decisions; 2 marks.
 * Constants   as update_sequence.comp, and 5 FAULT: 0 none, 1 the merge test looks at the base
 *             only, 2 the walk of a split goes on at the root, which in square mode is no triangle.
 * Dispatch    indirect: a thread per leaf, groups of 256.
 */
layout(local_size_x = 256) in;

layout(constant_id = 5) const uint FAULT = 0;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/sequence.glsl"
#include "cbt/update.glsl"

const uint BASE_ONLY = 1, ROOT_SPLIT = 2;

/* The root is split as node 1, then its neighbour as node 2 of depth 0: past the end of the heap. */
void split_through_root(uint leaf)
{
    heap_node_split(leaf);
    uint x = leb_node_neighbours(leaf).z;
    while (x > 1) {
        heap_node_split(x);
        x >>= 1;
        heap_node_split(x);
        if (x == 1) {
            const uint position = (5 << DEPTH - 1) - (1u << DEPTH);
            atomicOr(heap[heap_bitfield_word() + (position >> 5)], 1u << (position & 31));
            return;
        }
        x = leb_node_neighbours(x).z;
    }
}

void main()
{
    const uint handle = dispatch_thread();
    if (handle >= heap_leaf_count())
        return;
    const uint leaf = heap_decode(handle), depth = heap_node_depth(leaf);
    if (frame_merges == 0) {
        if (depth < DEPTH && sequence_splits(leaf)) {
            if (FAULT == ROOT_SPLIT)
                split_through_root(leaf);
            else
                update_split(leaf);
        }
        return;
    }
    if (depth < 2)
        return;
    uvec2 diamond = leb_node_diamond(leaf);
    const bool merges = sequence_merges(diamond.x, diamond.y);
    if (FAULT == BASE_ONLY)
        diamond.y = diamond.x;
    if (merges && leb_diamond_merges(diamond))
        update_merge(leaf);
}
