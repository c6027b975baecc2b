/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * flags_bound: what becomes of each range, as the report's program notes it: a flag per decision.
 *
 * Computes    for each range of the batch its code (bound.glsl), 1 or 0 for a split, and 1 or 0 for
 *             a drawn range. With PAD also a copy of the batch, since the children will overwrite
 *             it.
 * Bench       reyes_subdivision.bound_and_split and frame, variants
 *             breadth_scans and bounded_scans; baseline breadth_scans.
 * Bindings    0, 1 and 3 of bound.glsl; 4 ranges; 5 codes; 6 flags of splits; 7 flags of draws; 8
 *             pad.
 * Constants   0 group size; 1 PAD; 2 LEVELS counts per depth, for `inspect`; push.base, the first
 *             range of the batch; push.count, how many they are.
 * Dispatch    a thread per range of the batch; the group's index is x + y * groups in x.
 * Work        reads a range (8 bytes) and its patch (192, mostly from caches), writes 12 bytes (20
 *             with PAD); REYES_BOUND_OPERATIONS operations (device.h).
 * Error       as bound.comp.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; no loop but over
 *             samples.
 * Source      Weber 2014, section 3.1.
 */
layout(local_size_x_id = 0) in;

#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/control.glsl"
#include "reyes_subdivision/levels.glsl"

layout(constant_id = 1) const uint PAD = 0;
layout(constant_id = 2) const uint LEVELS = 0;

layout(std430, binding = 4) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 5) writeonly buffer Codes { uint codes[]; };
layout(std430, binding = 6) writeonly buffer Splits { uint split_flags[]; };
layout(std430, binding = 7) writeonly buffer Draws { uint draw_flags[]; };
layout(std430, binding = 8) writeonly buffer Pad { uvec2 pad[]; };

layout(push_constant) uniform Push
{
    uint base, count;
} push;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i >= push.count)
        return;
    const range r = range_load(ranges[push.base + i]);
    const uint code = bound(r);
    codes[i] = code;
    split_flags[i] = bound_splits(code) ? 1u : 0u;
    draw_flags[i] = code == BOUND_DRAW ? 1u : 0u;
    if (PAD != 0)
        pad[i] = range_store(r);
    if (code == BOUND_CULL_DEPTH)
        atomicAdd(control[CULLED_DEPTH], 1);
    if (LEVELS != 0)
        levels_count(r, code);
}
