/* SPDX-License-Identifier: MIT */
/*
 * ancestors_first.glsl: what ancestors_first.comp and ancestors_first_small.comp share: how a group
 * finds its tiles, and the list of them. They differ in how they count the list.
 */
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
