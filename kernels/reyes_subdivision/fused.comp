/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * fused: a whole iteration of BOUNDED in one pass, the stack in the report's order.
 *
 * Computes    the split of the iteration before and the bound of this one. Each group sums what the
 *             groups of the pass before have split, so it knows how high the stack is and which
 *             ranges are the batch: thread j looks up the parent of the j-th by binary search and
 *             makes the child itself. Children that are not in the batch go to the stack. Then it
 *             bounds the batch, lists the ranges that are to be split, each group in a place of its
 *             own, and appends the drawn ones to the output with an atomic per group.
 * Bench       reyes_subdivision.bound_and_split, variant bounded_fused; baseline breadth_scans.
 * Bindings    0..3 of bound.glsl; 4 stack; 5 and 6 per group the ranges that the pass before, and
 *             this one, will split; 7 and 8 how many they are, zero before the first pass.
 * Constants   0 group size, at most 512; 1 GROUPS; 2 LEVELS counts per depth, for `inspect`;
 *             push.iteration, its slot is the one after; push.batch; push.ranges_max and
 *             push.drawn_max, room in bindings 4 and 2: beyond it nothing is written, and OVERFLOW
 *             set.
 * Dispatch    GROUPS groups, in x: as many as the largest batch needs; those that find nothing to
 *             do end early.
 * Work        reads a parent (8 bytes) and its patch (192, mostly from caches), writes 8 bytes if
 *             the range is drawn or split; 4 GROUPS bytes per group; REYES_BOUND_OPERATIONS
 *             operations (device.h).
 * Error       as bound.comp.
 * Needs       subgroup_arithmetic; 4 GROUPS bytes of shared memory and 1 KiB; no forward progress
 *             between groups; its loops end with the number of groups.
 * Source      contender; the batches of Weber 2014, section 3.1.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint GROUPS = 1;
layout(constant_id = 2) const uint LEVELS = 0;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) buffer Stack { uvec2 stack[]; };
layout(std430, binding = 5) readonly buffer Parents { uvec2 parents[]; };
layout(std430, binding = 6) writeonly buffer Splitting { uvec2 splitting[]; };
layout(std430, binding = 7) readonly buffer ParentCounts { uint parent_counts[]; };
layout(std430, binding = 8) writeonly buffer SplittingCounts { uint splitting_counts[]; };

layout(push_constant) uniform Push
{
    uint iteration, batch, ranges_max, drawn_max;
} push;

const uint SLOT_LOW = 6; /* below it the stack holds whole patches that were never touched */

shared uint before[GROUPS + 1]; /* ranges split by the groups before */
shared uint drawn_start;

/* Fills `before`; the sum of all. */
uint sum_parents()
{
    const uint each = (GROUPS + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    const uint first = min(gl_LocalInvocationIndex * each, GROUPS), end = min(first + each, GROUPS);
    uint own = 0, total;
    for (uint g = first; g < end; g++)
        own += parent_counts[g];
    uint sum = scan_group(own, total);
    for (uint g = first; g < end; g++) {
        before[g] = sum;
        sum += parent_counts[g];
    }
    if (gl_LocalInvocationIndex == 0)
        before[GROUPS] = total;
    barrier();
    return total;
}

/* The c-th child of the pass before. */
range child_range(uint c)
{
    const uint rank = c / 2;
    uint low = 0, high = GROUPS; /* before[low] <= rank < before[high] */
    while (high - low > 1) {
        const uint middle = (low + high) / 2;
        if (before[middle] <= rank)
            low = middle;
        else
            high = middle;
    }
    const uvec2 words = parents[low * gl_WorkGroupSize.x + rank - before[low]];
    return range_child(range(words.x & 0x7fffffffu, words.y), words.x >> 31 != 0, c & 1);
}

/* Prepares the next iteration, and adds to the counts. One thread of all calls it. */
void advance(uint height, uint count, uint low, uint split_before)
{
    const uint slot = slot_word(push.iteration + 1, 0);
    control[slot + SLOT_COUNT] = count;
    control[slot + SLOT_BASE] = height - count;
    control[slot + SLOT_LOW] = min(low, height - count);
    control[SPLITS] += split_before;
    control[BOUNDS] += count;
    control[ITERATIONS] += count > 0 ? 1 : 0;
    control[PEAK] = max(control[PEAK], height);
    if (height > push.ranges_max)
        control[OVERFLOW] = 1;
}

void finish(range r, uint code)
{
    uint sums;
    const uint ranks =
        scan_group((code == BOUND_DRAW ? 1u : 0u) | (bound_splits(code) ? 1u << 11 : 0u) |
                       (code == BOUND_CULL_DEPTH ? 1u << 22 : 0u),
                   sums);
    const uint drawn_count = sums & 0x7ffu;
    if (gl_LocalInvocationIndex == 0) {
        splitting_counts[gl_WorkGroupID.x] = sums >> 11 & 0x7ffu;
        drawn_start = drawn_count > 0 ? atomicAdd(control[DRAWN], drawn_count) : 0;
        if (drawn_start + drawn_count > push.drawn_max)
            control[OVERFLOW] = 1;
        if (sums >> 22 != 0)
            atomicAdd(control[CULLED_DEPTH], sums >> 22);
    }
    if (bound_splits(code))
        splitting[gl_WorkGroupID.x * gl_WorkGroupSize.x + (ranks >> 11 & 0x7ffu)] =
            uvec2(r.patch_ | (code == BOUND_SPLIT_U ? 1u << 31 : 0u), r.halves);
    barrier();
    const uint at = drawn_start + (ranks & 0x7ffu);
    if (code == BOUND_DRAW && at < push.drawn_max)
        drawn[at] = range_store(r);
}

void main()
{
    const uint slot = slot_word(push.iteration, 0);
    const uint base = control[slot + SLOT_BASE], low = control[slot + SLOT_LOW];
    const uint parents_count = sum_parents();
    const uint height = base + 2 * parents_count;
    const uint count = min(height, push.batch), rest = height - count;
    const uint j = gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (j == 0)
        advance(height, count, low, parents_count);
    /* Children below the batch: fewer than the batch, for it takes at least half of them. */
    if (base + j < rest && base + j < push.ranges_max)
        stack[base + j] = range_store(child_range(j));
    range r = range_whole(0);
    uint code = 0;
    if (j < count) {
        const uint at = rest + j;
        if (at >= base)
            r = child_range(at - base);
        else if (at >= low)
            r = range_load(stack[at]);
        else
            r = range_whole(at);
        code = bound(r);
        if (LEVELS != 0)
            levels_count(r, code);
    }
    finish(r, code);
}
