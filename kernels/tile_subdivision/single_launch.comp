/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * single_launch: one group per block of 2^BLOCK pixels squared, in one dispatch with nothing before
 * it.
 *
 * Computes    as ancestors_first, with fewer waits: a thread per square of 2^SQUARE pixels loads
 *             the nodes above it within the block, a lane each the block's ancestors, all at once;
 *             then the pixels of squares that subdivide. The last subgroup of the group adds the
 *             group's tiles to a ticket by one atomic, which counts groups and tiles in one word,
 *             and tells where they begin; ballots tell each lane its slots. The group that finds
 *             all others done stores the count of tiles and leaves the ticket at 0: no fill is
 *             needed. No group waits for another. One thread touches the ticket first, so that
 *             cold caches cost one wait.
 * Bench       tile_subdivision.subdivide, variant single_launch; baseline per_level.
 * Bindings    0..5 of subdivision.glsl; of control word 1, the ticket, and word 2, tiles where they
 *             are not in it, are 0 at the start and at the end, word 0 is written.
 * Constants   0 TOP, 1 VARYING, 2 group size = 4^(BLOCK - SQUARE), 3 BLOCK <= TOP and <= 5,
 *             4 SQUARE = min(1, BLOCK), 5 PACKED: groups and tiles in one word, which has room for
 *             them where 4 TOP - 2 BLOCK < 32; else a word each. Push of subdivision.glsl.
 * Dispatch    2^(TOP - BLOCK) squared groups.
 * Work        reads 4 bytes per node of blocks that subdivide and TOP - BLOCK + 1 per block, and
 *             nodes above level 0 of the other blocks in vain; writes 12 per tile and the count;
 *             bound by launch and latency (two dependent loads and an atomic), then by bandwidth.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot; any subgroup size.
 * Source      contender, our own; the last-group-done scheme as in fused_mip.
 */
#include "tile_subdivision/single_launch.glsl"
