/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * flags_move: ranges go where the prefix sums of their flags say.
 *
 * Computes    each range of the batch that is drawn goes to the output, in the batch's order; each
 *             one that is split leaves two children side by side from push.to on, in the batch's
 *             order (INTERLEAVED).
 * Bench       reyes_subdivision.bound_and_split and frame, variants
 *             breadth_scans and bounded_scans; baseline breadth_scans.
 * Bindings    2 and 3 of bound.glsl; 4 ranges, of BOUNDED the pad; 5 codes; 6 prefix sums of
 *             splits, each with its own; 7 those of draws; 8 the ranges that are written.
 * Constants   0 group size; push.count, of the batch; push.to; push.drawn, ranges drawn by the
 *             iterations before; push.ranges_max and push.drawn_max, room in bindings 8 and 2:
 *             beyond it nothing is written, and OVERFLOW set.
 * Dispatch    a thread per range of the batch; the group's index is x + y * groups in x.
 * Work        reads 20 bytes per range, writes 8 if it is drawn and 16 if split.
 * Error       none: what bound decided is carried out.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; no loop.
 * Source      Weber 2014, section 3.1.
 */
layout(local_size_x_id = 0) in;

#include "reyes_subdivision/range.glsl"
#include "reyes_subdivision/control.glsl"

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) readonly buffer Source { uvec2 source[]; };
layout(std430, binding = 5) readonly buffer Codes { uint codes[]; };
layout(std430, binding = 6) readonly buffer Splits { uint split_sums[]; };
layout(std430, binding = 7) readonly buffer Draws { uint draw_sums[]; };
layout(std430, binding = 8) writeonly buffer Ranges { uvec2 ranges[]; };

layout(push_constant) uniform Push
{
    uint count, to, drawn, ranges_max, drawn_max;
} push;

const uint DRAW = 1, SPLIT = 2, SPLIT_U = 6; /* bits of codes: bound.glsl */

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i >= push.count)
        return;
    const uint code = codes[i];
    const uint draw_end = push.drawn + draw_sums[i], split_end = push.to + 2 * split_sums[i];
    if (i == push.count - 1) {
        control[DRAWN] = draw_end;
        if (draw_end > push.drawn_max || split_end > push.ranges_max)
            control[OVERFLOW] = 1;
    }
    if (code == DRAW && draw_end <= push.drawn_max)
        drawn[draw_end - 1] = source[i];
    if ((code & SPLIT) != 0 && split_end <= push.ranges_max) {
        const range r = range_load(source[i]);
        ranges[split_end - 2] = range_store(range_child(r, code == SPLIT_U, 0));
        ranges[split_end - 1] = range_store(range_child(r, code == SPLIT_U, 1));
    }
}
