/* SPDX-License-Identifier: MIT */
/*
 * sweep.glsl: a pass over all leaves by a grid that is the same in every frame: no dispatcher says
 * how many leaves there are, each thread goes on to another until there are none. A leaf is
 * decoded, decided on and acted on at once: bits below the stored levels are counted in a copy of
 * the bit field, which nobody changes meanwhile.
 *
 * A walk to a leaf waits for few loads: down to sweep_top() the sums are in shared memory before
 * the first walk begins; further down a load has all of the third level below a node, side by side;
 * the last one has the 128 bits of a node of level D-7.
 *
 * Tiles whose bits change go to a ring, once each. No count is cleared between frames: entries are
 * numbered on and on, and who remakes the tiles (reduce_marked.comp) says up to which it has done.
 *
 * The includer has functions of update.glsl and includes update_wants.glsl after this file.
 *
 * Bindings    0 heap with a copy of its bit field; 2 marks: word 0 the next entry's number, 1 that
 *             of the frame's first, 2 up to which all are done; the list; a bit per tile, 0; 6 the
 *             heap once more, as uvec4.
 * Constants   0 DEPTH (18 at least), 1 LAYOUT (aligned), 3 MARKED (1), 4 STOPS (1).
 */
#ifndef CBT_SWEEP_GLSL
#define CBT_SWEEP_GLSL

layout(local_size_x = 256) in;

#ifndef HEAP_COPY
#define HEAP_COPY true
#endif
#define UPDATE_ENTRY(number) ((number) & (1u << DEPTH - TILE_BITS) - 1)

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/update.glsl"

layout(std430, binding = 6) readonly buffer HeapFours { uvec4 heap_fours[]; };

const uint MARKS_FIRST = 1, MARKS_DONE = 2;
const uint SWEEP_TOP_MAX = 10;

/* Heap ids 0 to 2^(top + 1) - 1. */
shared uint sweep_sums[2 << SWEEP_TOP_MAX];

bool update_wants(uint leaf, bool merges);

/* The lowest level with values of 32 bits; and one that is three levels, or six, above it. */
uint sweep_wide()
{
    return DEPTH - 16;
}

uint sweep_top()
{
    return sweep_wide() <= SWEEP_TOP_MAX ? sweep_wide() : 8 + (sweep_wide() - 8) % 3;
}

/* On the way to the leaf of a handle: a node, the handle among its leaves, and how many these
 * are. */
struct Walk {
    uint node, handle, leaves;
};

/* To a child, of which the left one has so many leaves. */
void walk_down(inout Walk walk, uint left)
{
    const bool right = walk.handle >= left;
    walk.node = 2 * walk.node + (right ? 1 : 0);
    walk.handle -= right ? left : 0;
    walk.leaves = right ? walk.leaves - left : left;
}

/* Three levels down, or to the leaf. From a node of two leaves at least; the nodes of the third
 * level below it have these values. */
void walk_eight(inout Walk walk, uvec4 low, uvec4 high)
{
    uint left = low.x + low.y + low.z + low.w;
    const uvec4 four = walk.handle >= left ? high : low;
    walk_down(walk, left);
    if (walk.leaves > 1) {
        left = four.x + four.y;
        const uvec2 two = walk.handle >= left ? four.zw : four.xy;
        walk_down(walk, left);
        if (walk.leaves > 1)
            walk_down(walk, two.x);
    }
}

uvec4 halves(uint low, uint high)
{
    return uvec4(low & 0xffff, low >> 16, high & 0xffff, high >> 16);
}

uvec4 bytes(uint word)
{
    return uvec4(word & 0xff, word >> 8 & 0xff, word >> 16 & 0xff, word >> 24);
}

/* From a node of level D-7. */
void walk_bits(inout Walk walk)
{
    const uint first = (heap_counted_word() >> 2) - (1u << DEPTH - 7);
    const uvec4 words = heap_fours[first + walk.node], counts = uvec4(bitCount(words));
    uint left = counts.x + counts.y;
    const bool second = walk.handle >= left;
    const uvec2 pair = second ? words.zw : words.xy;
    walk_down(walk, left);
    if (walk.leaves <= 1)
        return;
    left = second ? counts.z : counts.x;
    uint word = walk.handle >= left ? pair.y : pair.x;
    walk_down(walk, left);
    for (int width = 16; walk.leaves > 1; width >>= 1) {
        const uint part = bitfieldExtract(word, 0, width);
        left = bitCount(part);
        word = walk.handle >= left ? word >> width : part;
        walk_down(walk, left);
    }
}

/* heap_decode() with fewer loads that wait for each other. */
uint sweep_decode(uint handle, uint leaves)
{
    Walk walk = Walk(1, handle, leaves);
    while (walk.leaves > 1 && walk.node < 1u << sweep_top())
        walk_down(walk, sweep_sums[2 * walk.node]);
    while (walk.leaves > 1 && walk.node < 1u << sweep_wide())
        walk_eight(walk, heap_fours[2 * walk.node], heap_fours[2 * walk.node + 1]);
    while (walk.leaves > 1 && walk.node < 1u << DEPTH - 10) {
        const uvec4 eight = heap_fours[(1u << DEPTH - 17) + walk.node];
        walk_eight(walk, halves(eight.x, eight.y), halves(eight.z, eight.w));
    }
    if (walk.leaves > 1 && walk.node < 1u << DEPTH - 7) {
        const uint first = (1u << DEPTH - 17) + (1u << DEPTH - 10);
        const uvec4 sixteen = heap_fours[first + (walk.node >> 1)];
        const uvec2 eight = (walk.node & 1) != 0 ? sixteen.zw : sixteen.xy;
        walk_eight(walk, bytes(eight.x), bytes(eight.y));
    }
    if (walk.leaves > 1)
        walk_bits(walk);
    return walk.node;
}

void sweep_sums_load()
{
    for (uint i = gl_LocalInvocationIndex; i < 1u << sweep_top() - 1; i += gl_WorkGroupSize.x) {
        const uvec4 four = heap_fours[i];
        for (uint k = 0; k < 4; k++)
            sweep_sums[4 * i + k] = four[k];
    }
}

void sweep(bool merges)
{
    const uint leaves = heap_fours[0].y;
    sweep_sums_load();
    if (gl_GlobalInvocationID.x == 0)
        marks[MARKS_FIRST] = marks[MARKS_DONE];
    if (gl_WorkGroupID.x * gl_WorkGroupSize.x >= leaves)
        return;
    barrier();
    const uint threads = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint handle = gl_GlobalInvocationID.x; handle < leaves; handle += threads) {
        const uint leaf = sweep_decode(handle, leaves);
        if (!update_wants(leaf, merges))
            continue;
        if (merges)
            update_merge(leaf);
        else
            update_split(leaf);
    }
}

#endif
