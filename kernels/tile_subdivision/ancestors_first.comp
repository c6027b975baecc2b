/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
/*
 * ancestors_first: one group per block of 2^BLOCK pixels squared, in one pass without dependent
 * steps.
 *
 * Computes    each subgroup tests the block's ancestors, a lane per level. If one of them is a
 *             leaf, the tile's first block appends it and the group is done. Otherwise each thread
 *             tests the nodes above its own square of 2^SQUARE pixels within the block, all loaded
 *             at once. The group lists its tiles in shared memory, reserves their slots with one
 *             global atomic, and writes them in one sweep.
 * Bench       tile_subdivision.subdivide, variant ancestors_first; baseline per_level.
 * Bindings    0..5 of subdivision.glsl.
 * Constants   0 TOP, 1 VARYING, 2 group size = 4^(BLOCK - SQUARE), 3 BLOCK <= TOP (TOP, or at
 *             least 3), 4 SQUARE <= min(2, BLOCK); push of subdivision.glsl.
 * Dispatch    2^(TOP - BLOCK) squared groups.
 * Work        reads 4 bytes per node of blocks that subdivide and TOP - BLOCK + 1 per block, writes
 *             12 per tile; bound by launch and latency (three dependent loads and an atomic), then
 *             by bandwidth.
 * Error       none: bits are compared and copied.
 * Needs       subgroup_ballot and subgroup_arithmetic; any subgroup size.
 * Source      contender, our own.
 */
layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"

layout(constant_id = 3) const uint BLOCK = 5;
layout(constant_id = 4) const uint SQUARE = 1;

const uint NONE = 0xffffffffu;
const uint CHILDREN = 1u << 2 * SQUARE; /* pixels of a square */

/* Level of the highest ancestor of the block (itself included) that is a leaf, or NONE. */
uint find_leaf_above(uvec2 block)
{
    const uint steps = TOP - BLOCK + 1;
    for (uint first = 0; first < steps; first += gl_SubgroupSize) {
        const uint step = first + gl_SubgroupInvocationID;
        const uint level = TOP - min(step, steps - 1);
        const uint shift = level - BLOCK;
        const node n = node(level, block.x >> shift, block.y >> shift);
        const bool leaf = step < steps && !node_subdivides(n);
        const uvec4 ballot = subgroupBallot(leaf);
        if (subgroupBallotBitCount(ballot) > 0)
            return TOP - first - subgroupBallotFindLSB(ballot);
    }
    return NONE;
}

void append_leaf_above(uvec2 block, uint level)
{
    const uint shift = level - BLOCK;
    const node n = node(level, block.x >> shift, block.y >> shift);
    if (gl_LocalInvocationIndex == 0 && block == uvec2(n.x, n.y) << shift)
        tile_write(atomicAdd(control[0], 1), n, importance_at(n), threshold_at(n));
}

/* Position of a thread in Morton order: a subgroup covers a compact area. */
uvec2 morton_decode(uint index)
{
    uvec2 bits = uvec2(index, index >> 1) & 0x55555555u;
    bits = (bits | bits >> 1) & 0x33333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0fu;
    return (bits | bits >> 4) & 0x00ff00ffu;
}

/* Highest level from BLOCK - 1 down to SQUARE at which the square's ancestor is a leaf, or NONE. */
uint find_leaf_within(uvec2 square)
{
    uint leaf = NONE;
    for (uint level = SQUARE; level < BLOCK; level++) {
        const uint shift = level - SQUARE;
        if (!node_subdivides(node(level, square.x >> shift, square.y >> shift)))
            leaf = level;
    }
    return leaf;
}

/* Bits of the square's four level-1 nodes that are leaves; none where squares are smaller. */
uint find_square_leaves(uvec2 square)
{
    uint leaves = 0;
    for (uint child = 0; SQUARE == 2 && child < 4; child++)
        if (!node_subdivides(node(1, 2 * square.x + (child & 1), 2 * square.y + (child >> 1))))
            leaves |= 1u << child;
    return leaves;
}

/* Tiles of the group, until all are known and written in one sweep: neighbours to neighbours. */
shared uint staged[1u << 2 * BLOCK];
shared uint staged_count;
shared uint staged_base;

/*
 * The tiles below a subdivided square; level-1 nodes that are leaves stand for their four pixels.
 */
void stage_square(uint slot, uvec2 square, uint leaves)
{
    for (uint i = 0; i < CHILDREN; i++) {
        const uint child = i / 4;
        if (SQUARE == 2 && (leaves >> child & 1) != 0) {
            if (i % 4 == 0)
                staged[slot++] =
                    tile_key(1, 2 * square.x + (child & 1), 2 * square.y + (child >> 1));
            continue;
        }
        const uvec2 pixel = (square << SQUARE) + morton_decode(i);
        staged[slot++] = tile_key(0, pixel.x, pixel.y);
    }
}

/* Slot of the caller's first of `items` tiles in the group's list. */
uint stage_reserve(uint items)
{
    const uint before = subgroupExclusiveAdd(items);
    const uint sum = subgroupAdd(items);
    uint base = 0;
    if (sum > 0 && subgroupElect())
        base = atomicAdd(staged_count, sum);
    return subgroupBroadcastFirst(base) + before;
}

void write_staged()
{
    barrier();
    const uint count = staged_count;
    if (gl_LocalInvocationIndex == 0)
        staged_base = atomicAdd(control[0], count);
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
        const uint key = staged[i];
        const node n = node(tile_level(key), tile_x(key), tile_y(key));
        tile_write(staged_base + i, n, importance_at(n), threshold_at(n));
    }
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        staged_count = 0;
    const uvec2 block = gl_WorkGroupID.xy;
    const uint above = find_leaf_above(block);
    if (above != NONE) {
        append_leaf_above(block, above);
        return;
    }
    const uvec2 within = morton_decode(gl_LocalInvocationIndex);
    const uvec2 square = (block << BLOCK - SQUARE) + within;
    const uint leaf = find_leaf_within(square);
    const uint leaves = leaf == NONE ? find_square_leaves(square) : 0;
    const uint shift = leaf == NONE ? 0 : leaf - SQUARE;
    const bool first = leaf != NONE && (within & (1u << shift) - 1) == uvec2(0);
    barrier();
    const uint items = leaf == NONE ? CHILDREN - 3 * bitCount(leaves) : first ? 1 : 0;
    const uint slot = stage_reserve(items);
    if (leaf == NONE)
        stage_square(slot, square, leaves);
    else if (first)
        staged[slot] = tile_key(leaf, square.x >> shift, square.y >> shift);
    write_staged();
}
