/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
/*
 * compact_count: the first part of a compaction by reduce, then scan: which entries are not null.
 *
 * Computes    a mask of each tile, bit i % 32 of its word i / 32 for entry i, set where that is not
 *             null; and word g of the counts, how many those of tile g are.
 * Bench       all that compact (bench/common/compact.h); no baseline.
 * Bindings    0 and 1 the stream, as vectors and as words; 2 lengths; 3 masks of the tiles; 4
 *             counts of the tiles.
 * Constants   0 group size; 1 ENTRY_WORDS (1 or 4); 2 ROWS (masks have a word per thread: 32 at
 *             most for tuples, for words a quarter of it); push.entries, the length;
 *             push.length_word, where it stands in lengths instead, or 0xffffffff; push.count_word
 *             (unused).
 * Dispatch    a group per tile that there may be; the index is x + y * groups in x.
 * Work        reads the stream, writes a bit per entry; bound by bandwidth.
 * Error       none: integers.
 * Needs       subgroup_ballot, subgroup_arithmetic; no forward progress between groups.
 * Source      Billeter et al. 2009, count, scan, move, with the mask kept.
 */
layout(local_size_x_id = 0) in;

#include "common/compact.glsl"
#include "common/scan.glsl"

layout(std430, binding = 3) writeonly buffer Masks { uint masks[]; };
layout(std430, binding = 4) writeonly buffer Counts { uint counts[]; };

shared uint mask[256]; /* of the tile, of which as many words are in use as it has entries / 32 */

/* The bits of a row of vectors. `vector` is the thread's, within the tile. */
void mask_row(uint vector, uint valid)
{
    if (ENTRY_WORDS == 1) {
        atomicOr(mask[vector / 8], valid << vector % 8 * 4);
        return; /* as all do */
    }
    const uvec4 ballot = subgroupBallot(valid != 0);
    const uint first = vector - gl_SubgroupInvocationID;
    if (subgroupElect()) {
        atomicOr(mask[first / 32], ballot.x << first % 32);
        if (gl_SubgroupSize > 32)
            atomicOr(mask[first / 32 + 1], ballot.y);
        if (gl_SubgroupSize > 64) {
            atomicOr(mask[first / 32 + 2], ballot.z);
            atomicOr(mask[first / 32 + 3], ballot.w);
        }
    }
}

void main()
{
    const uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint length = stream_length(), thread = thread_index();
    if (tile >= tile_count(length))
        return;
    uvec4 rows[ROWS];
    vectors_load(tile * ROWS * gl_WorkGroupSize.x + thread, gl_WorkGroupSize.x, tile, length, rows);
    mask[thread] = 0;
    barrier();
    [[unroll]] for (uint k = 0; k < ROWS; k++)
        mask_row(k * gl_WorkGroupSize.x + thread, vector_valid(rows[k]));
    barrier();
    const uint of_tile = tile_entries() / 32;
    uint total;
    scan_group(bitCount(mask[thread]), total);
    if (thread < of_tile)
        masks[tile * of_tile + thread] = mask[thread];
    if (thread == 0)
        counts[tile] = total;
}
