/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bound: the first half of an iteration of BREADTH and BOUNDED: what becomes of each range.
 *
 * Computes    for each range of the batch its code (bound.glsl); for each group the number of
 *             ranges drawn and of ranges split. With PAD also a copy of the batch, since the
 *             children will overwrite it.
 * Bench       reyes_subdivision.bound_and_split, variants breadth, bounded, breadth_host and
 *             bounded_host; baseline breadth_scans.
 * Bindings    0, 1 and 3 of bound.glsl; 4 ranges, of which the batch starts at the slot's base; 5
 *             codes; 6 per group: drawn, and push.stride words further on, split; 7 pad.
 * Constants   0 group size, at most 512; 1 PAD; 2 LEVELS counts per depth, for `inspect`;
 *             push.iteration, its slot; push.first, ranges are whole patches; push.stride.
 * Dispatch    a thread per range of the batch; the group's index is x + y * groups in x.
 * Work        reads a range (8 bytes) and its patch (192, mostly from caches), writes 4 bytes (12
 *             with PAD); REYES_BOUND_OPERATIONS operations (device.h).
 * Error       decisions hang on comparisons of rounded numbers; equal to the reference's but where
 *             division or square root are rounded otherwise.
 * Needs       subgroup_arithmetic; no forward progress between groups; no loop but over samples.
 * Source      Weber 2014, section 3.1; Patney and Owens 2008.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint PAD = 0;
layout(constant_id = 2) const uint LEVELS = 0;

layout(std430, binding = 4) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 5) writeonly buffer Codes { uint codes[]; };
layout(std430, binding = 6) writeonly buffer Totals { uint totals[]; };
layout(std430, binding = 7) writeonly buffer Pad { uvec2 pad[]; };

layout(push_constant) uniform Push
{
    uint iteration, first, stride;
} push;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint count = control[slot_word(push.iteration, SLOT_COUNT)];
    uint code = 0;
    if (i < count) {
        const uint at = control[slot_word(push.iteration, SLOT_BASE)] + i;
        const range r = push.first != 0 ? range_whole(i) : range_load(ranges[at]);
        code = bound(r);
        codes[i] = code;
        if (PAD != 0)
            pad[i] = range_store(r);
        if (LEVELS != 0)
            levels_count(r, code);
    }
    /* Three sums in one, of at most 512 threads each. */
    uint sums;
    scan_group((code == BOUND_DRAW ? 1u : 0u) | (bound_splits(code) ? 1u << 11 : 0u) |
                   (code == BOUND_CULL_DEPTH ? 1u << 22 : 0u),
               sums);
    if (gl_LocalInvocationIndex == 0 && group * gl_WorkGroupSize.x < count) {
        totals[group] = sums & 0x7ffu;
        totals[push.stride + group] = sums >> 11 & 0x7ffu;
        if (sums >> 22 != 0)
            atomicAdd(control[CULLED_DEPTH], sums >> 22);
    }
}
