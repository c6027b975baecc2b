/* SPDX-License-Identifier: MIT */
/*
 * single_launch.glsl: all of single_launch.comp, which says what it is; a file of its own for the
 * tests that plant faults in it.
 */
#ifndef TILE_SUBDIVISION_SINGLE_LAUNCH_GLSL
#define TILE_SUBDIVISION_SINGLE_LAUNCH_GLSL

#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x_id = 2) in;

#include "tile_subdivision/subdivision.glsl"

layout(constant_id = 3) const uint BLOCK = 5;
layout(constant_id = 4) const uint SQUARE = 1;
layout(constant_id = 5) const uint PACKED = 1;

/* The base map in twos: a row of a square. */
layout(std430, binding = 0) readonly buffer PyramidTwos { uvec2 pyramid_twos[]; };

const uint NONE = 0xffffffffu;
const uint TICKET = 1, TILES = 2;   /* words of control */
const uint TILE_BITS = 2 * TOP + 1; /* of a packed ticket; the groups are above */
const uint TICKET_TILES = (1u << TILE_BITS) - 1;
const uint GROUPS = 1u << 2 * (TOP - BLOCK);

/* The last group's. */
void finish(uint tiles)
{
    control[0] = tiles;
    atomicExchange(control[TICKET], 0);
}

/* Adds a group and its tiles; where they begin. One thread of each group. */
uint reserve(uint tiles)
{
    if (PACKED != 0) {
        const uint before = atomicAdd(control[TICKET], 1u << TILE_BITS | tiles);
        if (before >> TILE_BITS == GROUPS - 1)
            finish((before & TICKET_TILES) + tiles);
        return before & TICKET_TILES;
    }
    const uint before = atomicAdd(control[TILES], tiles);
    memoryBarrierBuffer(); /* who sees the group sees its tiles */
    if (atomicAdd(control[TICKET], 1) == GROUPS - 1) {
        memoryBarrierBuffer();
        finish(atomicExchange(control[TILES], 0));
    }
    return before;
}

/* The node above the block so many levels below the root; beyond the block itself: the block. */
node block_ancestor(uvec2 block, uint step)
{
    const uint level = TOP - min(step, TOP - BLOCK), shift = level - BLOCK;
    return node(level, block.x >> shift, block.y >> shift);
}

bool ancestor_is_leaf(node ancestor, uint step, uint importance)
{
    return !subdivides(ancestor.level, importance, threshold_at(ancestor)) && step <= TOP - BLOCK;
}

/* Level of the highest of them that is a leaf, or NONE; `leaf` is what the lane's own is. */
uint find_leaf_above(uvec2 block, bool leaf)
{
    for (uint first = 0; first <= TOP - BLOCK; first += gl_SubgroupSize) {
        if (first > 0) {
            const uint step = first + gl_SubgroupInvocationID;
            const node ancestor = block_ancestor(block, step);
            leaf = ancestor_is_leaf(ancestor, step, importance_at(ancestor));
        }
        const uvec4 ballot = subgroupBallot(leaf);
        if (subgroupBallotBitCount(ballot) > 0)
            return TOP - first - subgroupBallotFindLSB(ballot);
    }
    return NONE;
}

/* The square's ancestors within the block, levels SQUARE to BLOCK - 1; a group has 1024 pixels at
 * most, so BLOCK is 5 at most. */
const uint LEVELS_WITHIN = 5;

node square_ancestor(uvec2 square, uint level)
{
    return node(level, square.x >> level - SQUARE, square.y >> level - SQUARE);
}

/* Highest level of them that is a leaf, or NONE. */
uint find_leaf_within(uvec2 square, uint importances[LEVELS_WITHIN])
{
    uint leaf = NONE;
    [[unroll]] for (uint level = 0; level < LEVELS_WITHIN; level++)
        if (level >= SQUARE && level < BLOCK &&
            !subdivides(level, importances[level], threshold_at(square_ancestor(square, level))))
            leaf = level;
    return leaf;
}

/* The tile's first block appends it. */
void append_leaf_above(uvec2 block, uint level)
{
    if (gl_LocalInvocationIndex > 0)
        return;
    const uint shift = level - BLOCK;
    const node n = node(level, block.x >> shift, block.y >> shift);
    const bool first = block == uvec2(n.x, n.y) << shift;
    const uint slot = reserve(first ? 1 : 0);
    if (first)
        tile_write(slot, n, importance_at(n), threshold_at(n));
}

/* Position of a thread in Morton order: a subgroup covers a compact area. */
uvec2 morton_decode(uint index)
{
    uvec2 bits = uvec2(index, index >> 1) & 0x55555555u;
    bits = (bits | bits >> 1) & 0x33333333u;
    bits = (bits | bits >> 2) & 0x0f0f0f0fu;
    return (bits | bits >> 4) & 0x00ff00ffu;
}

node pixel_of(uvec2 square, uint i)
{
    return node(0, 2 * square.x + (i & 1), 2 * square.y + (i >> 1));
}

/* Importances of the square's pixels. */
uvec4 load_pixels(uvec2 square)
{
    const uint upper = pyramid_index(pixel_of(square, 0)) / 2;
    const uint lower = pyramid_index(pixel_of(square, 2)) / 2;
    return uvec4(pyramid_twos[upper], pyramid_twos[lower]);
}

const uint GROUP_BITS = 16; /* of a block's tiles; the subgroups that have counted are above */
shared uint group_count, group_base;

/* Where the subgroup's `own` tiles begin. The last subgroup of the group reserves for all. */
uint reserve_group(uint own)
{
    uint before = 0;
    if (subgroupElect()) {
        before = atomicAdd(group_count, 1u << GROUP_BITS | own);
        const uint tiles = (before & (1u << GROUP_BITS) - 1) + own;
        if (before >> GROUP_BITS == gl_NumSubgroups - 1)
            group_base = reserve(tiles);
        before = tiles - own;
    }
    barrier();
    return group_base + subgroupBroadcastFirst(before);
}

/* The tiles of a block that subdivides; `leaf` is the square's, by find_leaf_within(). */
void append_within(uvec2 within, uvec2 square, uint leaf)
{
    const bool opens = leaf == NONE;
    const uint shift = opens ? 0 : leaf - SQUARE;
    const bool single = !opens && (within & (1u << shift) - 1) == uvec2(0);
    const uvec4 opening = subgroupBallot(opens), singles = subgroupBallot(single);
    const uint squares = subgroupBallotBitCount(opening);
    const uint alone = subgroupBallotBitCount(singles);
    /* Loaded before the atomic, and there when it returns. */
    const node n = node(opens ? SQUARE : leaf, square.x >> shift, square.y >> shift);
    const uint importance = single ? importance_at(n) : 0;
    const uint threshold = single ? threshold_at(n) : 0;
    uvec4 importances = uvec4(0), thresholds = uvec4(0);
    if (opens) {
        importances = load_pixels(square);
        thresholds = uvec4(threshold_at(pixel_of(square, 0)), threshold_at(pixel_of(square, 1)),
                           threshold_at(pixel_of(square, 2)), threshold_at(pixel_of(square, 3)));
    }
    uint slot = reserve_group(alone + 4 * squares);
    if (single)
        tile_write(slot + subgroupBallotExclusiveBitCount(singles), n, importance, threshold);
    /* First pixels side by side, then second ones: neighbours write to neighbours. */
    slot += alone + subgroupBallotExclusiveBitCount(opening);
    for (uint i = 0; i < 4 && opens; i++)
        tile_write(slot + i * squares, pixel_of(square, i), importances[i], thresholds[i]);
}

/* One thread of all adds nothing to the ticket: where caches are cold its line comes while nodes
 * are loaded, and not when the first group waits for it. */
void touch_ticket()
{
    if (gl_GlobalInvocationID.xy == uvec2(0))
        atomicOr(control[TICKET], gl_NumWorkGroups.z - 1); /* 0: there is one */
}

void main()
{
    touch_ticket();
    const uvec2 block = gl_WorkGroupID.xy;
    const uvec2 within = morton_decode(gl_LocalInvocationIndex);
    const uvec2 square = (block << BLOCK - SQUARE) + within;
    /* All loads are under way before the barrier, and needed behind it. */
    const node ancestor = block_ancestor(block, gl_SubgroupInvocationID);
    const uint importance = importance_at(ancestor);
    uint importances[LEVELS_WITHIN];
    [[unroll]] for (uint level = 0; level < LEVELS_WITHIN; level++)
        if (level >= SQUARE && level < BLOCK)
            importances[level] = importance_at(square_ancestor(square, level));
    if (gl_LocalInvocationIndex == 0)
        group_count = 0;
    barrier();
    const bool leaf_above = ancestor_is_leaf(ancestor, gl_SubgroupInvocationID, importance);
    const uint above = find_leaf_above(block, leaf_above);
    const uint leaf = find_leaf_within(square, importances);
    if (above != NONE)
        append_leaf_above(block, above);
    else
        append_within(within, square, leaf);
}

#endif
