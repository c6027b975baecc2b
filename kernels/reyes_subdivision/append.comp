/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * append: a whole iteration of BREADTH in one pass: bound, and append with one atomic per group.
 *
 * Computes    each range is bounded; the drawn ones of a group go to the end of the output, the
 *             children of the split ones side by side to the end of the next ranges. The order of
 *             groups is whatever comes.
 * Bench       reyes_subdivision.bound_and_split, variants breadth_append and local_seeded (its
 *             first levels); baseline breadth_scans.
 * Bindings    0..3 of bound.glsl; 4 ranges; 5 the next ranges.
 * Constants   0 group size, at most 512; 1 LIMIT of groups in x; 2 LEVELS counts per depth, for
 *             `inspect`; push.iteration, its slot; push.first, ranges are whole patches;
 *             push.ranges_max and push.drawn_max, room in bindings 5 and 2: beyond it nothing is
 *             written, and OVERFLOW set.
 * Dispatch    a thread per range; the group's index is x + y * groups in x.
 * Work        reads a range (8 bytes) and its patch (192, mostly from caches), writes 8 bytes if it
 *             is drawn and 16 if split; REYES_BOUND_OPERATIONS operations (device.h).
 * Error       as bound.comp.
 * Needs       subgroup_arithmetic; no forward progress between groups; no loop but over samples.
 * Source      contender; aggregated atomics in place of prefix sums.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint LIMIT = 65535;
layout(constant_id = 2) const uint LEVELS = 0;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 5) writeonly buffer Next { uvec2 next[]; };

layout(push_constant) uniform Push
{
    uint iteration, first, ranges_max, drawn_max;
} push;

shared uvec2 group_start;

/* The places of a group's drawn ranges and children; and what the next iteration needs for them. */
void reserve(uint drawn_count, uint split_count)
{
    group_start.x = drawn_count > 0 ? atomicAdd(control[DRAWN], drawn_count) : 0;
    if (group_start.x + drawn_count > push.drawn_max)
        control[OVERFLOW] = 1;
    if (split_count == 0)
        return;
    atomicAdd(control[SPLITS], split_count);
    const uint slot = slot_word(push.iteration + 1, 0);
    group_start.y = atomicAdd(control[slot + SLOT_COUNT], 2 * split_count);
    const uint end = group_start.y + 2 * split_count;
    const uint groups = (end + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    if (end > push.ranges_max)
        control[OVERFLOW] = 1;
    atomicMax(control[slot], min(groups, LIMIT));
    atomicMax(control[slot + 1], (groups + LIMIT - 1) / LIMIT);
    control[slot + 2] = 1;
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint count = control[slot_word(push.iteration, SLOT_COUNT)];
    range r = range_whole(i);
    uint code = 0;
    if (i < count) {
        if (push.first == 0)
            r = range_load(ranges[i]);
        code = bound(r);
        if (LEVELS != 0)
            levels_count(r, code);
    }
    uint sums;
    const uint packed =
        scan_group((code == BOUND_DRAW ? 1u : 0u) | (bound_splits(code) ? 1u << 11 : 0u) |
                       (code == BOUND_CULL_DEPTH ? 1u << 22 : 0u),
                   sums);
    if (gl_LocalInvocationIndex == 0) {
        reserve(sums & 0x7ffu, sums >> 11 & 0x7ffu);
        if (sums >> 22 != 0)
            atomicAdd(control[CULLED_DEPTH], sums >> 22);
    }
    barrier();
    const uint draw_at = group_start.x + (packed & 0x7ffu);
    const uint split_at = group_start.y + 2 * (packed >> 11 & 0x7ffu);
    if (code == BOUND_DRAW && draw_at < push.drawn_max)
        drawn[draw_at] = range_store(r);
    if (bound_splits(code) && split_at + 1 < push.ranges_max) {
        next[split_at] = range_store(range_child(r, code == BOUND_SPLIT_U, 0));
        next[split_at + 1] = range_store(range_child(r, code == BOUND_SPLIT_U, 1));
    }
}
