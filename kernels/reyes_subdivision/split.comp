/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * split: the second half of an iteration of BREADTH and BOUNDED: ranges go where they belong.
 *
 * Computes    each range that is drawn goes to the end of the output, in the batch's order; each
 *             one that is split leaves two children at the end of the ranges, in the batch's order,
 *             side by side (INTERLEAVED) or in two rows (NONINTERLEAVED). The last group prepares
 *             the next iteration: its batch is the last push.batch ranges.
 * Bench       reyes_subdivision.bound_and_split, variants breadth, bounded, breadth_host and
 *             bounded_host; baseline breadth_scans.
 * Bindings    2 and 3 of bound.glsl; 4 ranges, or with PAD the pad; 5 codes; 6 per group: drawn,
 *             and push.stride words further on, split; with SCANNED sums over the groups before; 7
 *             the ranges that are written.
 * Constants   0 group size, as bound had; 1 PAD: the ranges are a stack, their batch a copy; 2
 *             SCANNED: without it each group sums the groups before it by itself; 3 NONINTERLEAVED;
 *             4 LIMIT of groups in x; push.iteration, its slot; push.first, ranges are whole
 *             patches; push.stride; push.batch; push.ranges_max and push.drawn_max, room in
 *             bindings 7 and 2: beyond it nothing is written, and OVERFLOW set.
 * Dispatch    a thread per range of the batch; the group's index is x + y * groups in x.
 * Work        reads 12 bytes per range, writes 8 if it is drawn and 16 if split; without SCANNED 8
 *             bytes per pair of groups, which is why it is for up to a few thousand groups.
 * Error       none: what bound decided is carried out.
 * Needs       subgroup_arithmetic; no forward progress between groups; its loops end with the
 *             number of groups.
 * Source      Weber 2014, section 3.1; NONINTERLEAVED: Patney and Owens 2008.
 */
layout(local_size_x_id = 0) in;

#include "common/scan.glsl"
#include "reyes_subdivision/range.glsl"
#include "reyes_subdivision/control.glsl"

layout(constant_id = 1) const uint PAD = 0;
layout(constant_id = 2) const uint SCANNED = 0;
layout(constant_id = 3) const uint NONINTERLEAVED = 0;
layout(constant_id = 4) const uint LIMIT = 65535;

layout(std430, binding = 2) writeonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) readonly buffer Source { uvec2 source[]; };
layout(std430, binding = 5) readonly buffer Codes { uint codes[]; };
layout(std430, binding = 6) readonly buffer Totals { uint totals[]; };
layout(std430, binding = 7) writeonly buffer Ranges { uvec2 ranges[]; };

layout(push_constant) uniform Push
{
    uint iteration, first, stride, batch, ranges_max, drawn_max;
} push;

const uint DRAW = 1, SPLIT = 2, SPLIT_U = 6; /* bits of codes: bound.glsl */

/* Ranges drawn and split by the groups first..end-1. */
uvec2 sum_groups(uint first, uint end)
{
    uvec2 own = uvec2(0), sums;
    for (uint g = first + gl_LocalInvocationIndex; g < end; g += gl_WorkGroupSize.x)
        own += uvec2(totals[g], totals[push.stride + g]);
    scan_group(own.x, sums.x);
    scan_group(own.y, sums.y);
    return sums;
}

/* The batch of the next iteration, and the counts so far; `sums` are those of this iteration. */
void advance(uvec2 sums, uint count, uint base, uint before)
{
    const uint height = base + 2 * sums.y;
    const uint next = min(height, push.batch);
    const uint groups = (next + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    control[slot_word(push.iteration + 1, 0)] = min(groups, LIMIT);
    control[slot_word(push.iteration + 1, 1)] = (groups + LIMIT - 1) / LIMIT;
    control[slot_word(push.iteration + 1, 2)] = 1;
    control[slot_word(push.iteration + 1, SLOT_COUNT)] = next;
    control[slot_word(push.iteration + 1, SLOT_BASE)] = height - next;
    control[slot_word(push.iteration + 1, SLOT_DRAWN)] = before + sums.x;
    control[DRAWN] = before + sums.x;
    control[SPLITS] += sums.y;
    control[BOUNDS] += count;
    control[ITERATIONS] += 1;
    control[PEAK] = max(control[PEAK], height);
    if (height > push.ranges_max || before + sums.x > push.drawn_max)
        control[OVERFLOW] = 1;
}

void write_child(uint at, range child)
{
    if (at < push.ranges_max)
        ranges[at] = range_store(child);
}

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint count = control[slot_word(push.iteration, SLOT_COUNT)];
    const uint base = PAD != 0 ? control[slot_word(push.iteration, SLOT_BASE)] : 0;
    const uint before = control[slot_word(push.iteration, SLOT_DRAWN)];
    const uint groups = (count + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    if (group >= groups)
        return;
    const uint code = i < count ? codes[i] : 0;
    uint sums;
    const uint packed = scan_group((code == DRAW ? 1u : 0u) | ((code & SPLIT) != 0 ? 1u << 16 : 0u),
                                   sums);
    const uvec2 own = uvec2(sums & 0xffffu, sums >> 16);
    uvec2 start;
    if (SCANNED != 0)
        start = uvec2(totals[group], totals[push.stride + group]);
    else
        start = sum_groups(0, group);
    uint row = 0; /* of the second children */
    if (NONINTERLEAVED != 0)
        row = SCANNED != 0 ? totals[push.stride + groups] : start.y + sum_groups(group, groups).y;
    const uint draw_at = before + start.x + (packed & 0xffffu);
    const uint split_at = start.y + (packed >> 16);
    if (i < count && code != 0) {
        const range r = push.first != 0 ? range_whole(i) : range_load(source[i]);
        if (code == DRAW && draw_at < push.drawn_max)
            drawn[draw_at] = range_store(r);
        if ((code & SPLIT) != 0) {
            const bool along_u = code == SPLIT_U;
            const uint at = base + (NONINTERLEAVED != 0 ? split_at : 2 * split_at);
            write_child(at, range_child(r, along_u, 0));
            write_child(at + (NONINTERLEAVED != 0 ? row : 1), range_child(r, along_u, 1));
        }
    }
    if (group == groups - 1 && gl_LocalInvocationIndex == 0)
        advance(start + own, count, base, before);
}
