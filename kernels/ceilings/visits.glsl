/* SPDX-License-Identifier: MIT */
/*
 * visits.glsl: how work-groups pass over a set of bytes, again and again.
 *
 * The set is 2^push.shift blocks, or BLOCKS where they are no power of two, a block the BLOCK
 * vectors that a group takes at a time. Visits
 * are numbered through all passes; each group makes push.each of them, ROW apart, groups in the
 * order in which devices start them. So at any time the groups that run are at nearby places of
 * one pass, however many they are: a block comes again when about the whole set was visited, and
 * no part of a set larger than the cache is served by it. Each pass begins TURN blocks further
 * than the one before, so that processors and their own caches meet other blocks.
 */
layout(local_size_x = 256) in;

layout(constant_id = 0) const uint BLOCKS = 0; /* 0: 2^push.shift; it costs no division then */

const uint VECTORS = 2; /* of a thread per visit, all in flight at once */
const uint BLOCK = 256 * VECTORS;
const uint ROW = 64;
const uint TURN = 37;

layout(push_constant) uniform Push
{
    uint shift; /* log2 of the blocks of the set, rounded up */
    uint each;  /* visits of a group; all groups' together are a multiple of ROW * each */
    uint seed;
} push;

uint set_blocks()
{
    return BLOCKS > 0 ? BLOCKS : 1u << push.shift;
}

uint visit_group()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

/* First vector of this thread in the block of this group's visit i. */
uint visit_vector(uint i)
{
    const uint group = visit_group();
    const uint visit = group / ROW * ROW * push.each + i * ROW + group % ROW;
    const uint turned = visit + (BLOCKS > 0 ? visit / BLOCKS : visit >> push.shift) * TURN;
    const uint block = BLOCKS > 0 ? turned % BLOCKS : turned & (1u << push.shift) - 1;
    return block * BLOCK + gl_LocalInvocationID.x;
}
