/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * compact_scatter: the last part of a compaction by reduce, then scan: entries to their places.
 *
 * Computes    the entries whose bit is set in the masks of compact_count, in their order, and in a
 *             word how many they are. Tiles go from last to first: of what compact_count has read
 *             last, much is still in the caches. Of tuples only those that are kept are read.
 * Bench       all that compact (bench/common/compact.h); no baseline.
 * Bindings    0 and 1 the stream, as vectors and as words; 2 lengths; 3 masks of the tiles; 4 sums
 *             of the counts before each tile, and of all; 5 and 6 the output, as vectors and as
 *             words; 7 counts of streams.
 * Constants   0 group size; 1 ENTRY_WORDS (1 or 4); 2 ROWS, as compact_count had; push.entries, the
 *             length; push.length_word, where it stands in lengths instead, or 0xffffffff;
 *             push.count_word, where the count goes.
 * Dispatch    a group per tile that there may be; the index is x + y * groups in x.
 * Work        reads a bit per entry, and those kept; writes those kept; bound by bandwidth.
 * Error       none: integers.
 * Needs       subgroup_arithmetic; no forward progress between groups.
 * Source      Billeter et al. 2009, count, scan, move, from last to first.
 */
layout(local_size_x_id = 0) in;

#include "common/compact.glsl"
#include "common/scan.glsl"

layout(std430, binding = 3) readonly buffer Masks { uint masks[]; };
layout(std430, binding = 4) readonly buffer Sums { uint sums[]; };
layout(std430, binding = 5) writeonly buffer Output { uvec4 kept_vectors[]; };
layout(std430, binding = 6) writeonly buffer OutputWords { uint kept_words[]; };
layout(std430, binding = 7) writeonly buffer Counts { uint counts[]; };

const uint STAGED = ENTRY_WORDS == 1 ? 4 * ROWS : 0; /* words of a thread */

shared uint mask[256], before_word[256];
shared uint staged[STAGED * gl_WorkGroupSize.x + 1];

/* How many are kept of the tile before the entry whose bit is the given one. */
uint rank(uint entry)
{
    const uint below = (1u << (entry & 31)) - 1;
    return before_word[entry / 32] + bitCount(mask[entry / 32] & below);
}

void scatter_tuples(uint first, uint base, uint thread)
{
    uvec4 rows[ROWS];
    [[unroll]] for (uint k = 0; k < ROWS; k++) {
        const uint entry = k * gl_WorkGroupSize.x + thread;
        if ((mask[entry / 32] >> (entry & 31) & 1) != 0)
            rows[k] = vectors[first + entry];
    }
    [[unroll]] for (uint k = 0; k < ROWS; k++) {
        const uint entry = k * gl_WorkGroupSize.x + thread;
        if ((mask[entry / 32] >> (entry & 31) & 1) != 0)
            kept_vectors[base + rank(entry)] = rows[k];
    }
}

void scatter_words(uint tile, uint length, uint base, uint total, uint thread)
{
    uvec4 rows[ROWS];
    vectors_load(tile * ROWS * gl_WorkGroupSize.x + thread, gl_WorkGroupSize.x, tile, length, rows);
    [[unroll]] for (uint k = 0; k < ROWS; k++) {
        const uint entry = 4 * (k * gl_WorkGroupSize.x + thread);
        uint place = rank(entry);
        [[unroll]] for (uint j = 0; j < 4; j++)
            if (rows[k][j] != NULL_INDEX)
                staged[place++] = rows[k][j];
    }
    barrier();
    for (uint i = thread; i < total; i += gl_WorkGroupSize.x)
        kept_words[base + i] = staged[i];
}

void main()
{
    const uint length = stream_length(), tiles = tile_count(length), thread = thread_index();
    const uint order = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (order >= tiles)
        return;
    const uint tile = tiles - 1 - order, of_tile = tile_entries() / 32;
    const uint own = thread < of_tile ? masks[tile * of_tile + thread] : 0;
    uint total;
    const uint before = scan_group(bitCount(own), total);
    mask[thread] = own;
    before_word[thread] = before;
    barrier();
    if (ENTRY_WORDS == 4)
        scatter_tuples(tile * tile_entries(), sums[tile], thread);
    else
        scatter_words(tile, length, sums[tile], total, thread);
    if (order == 0 && thread == 0)
        counts[push.count_word] = length > 0 ? sums[tiles] : 0;
}
