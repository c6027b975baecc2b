/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * dispatcher: begins a frame: how many groups a thread per leaf takes.
 *
 * Computes    arguments of the indirect dispatch from the root; no decisions; no tile marked.
 * Bench       cbt.update, cbt.dispatcher; baseline prepass.
 * Bindings    0 heap, reduced; 1 decisions; 2 marks.
 * Constants   0 DEPTH, 1 LAYOUT, 3 MARKED, 4 STOPS (unused), 5 size of the group: 1,
 *             or 256 where MARKED.
 * Dispatch    one group.
 * Work        reads the root, writes 8 words; MARKED: 8 bytes per tile of the last frame.
 * Error       none: rounds up.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, Dispatcher.
 */
layout(local_size_x_id = 5) in;

#include "cbt/heap_buffer.glsl"
#include "cbt/leb.glsl"
#include "cbt/update.glsl"

const uint GROUPS_MAX = 32768;

void main()
{
    if (MARKED != 0) {
        const uint tiles = 1u << DEPTH - TILE_BITS, count = marks[0];
        for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x)
            marks[MARKS_LIST + tiles + (marks[MARKS_LIST + i] >> 5)] = 0;
        barrier();
    }
    if (gl_LocalInvocationIndex != 0)
        return;
    const uint leaves = heap_leaf_count(), groups = (leaves + 255) / 256;
    decisions[0] = min(groups, GROUPS_MAX);
    decisions[1] = (groups + GROUPS_MAX - 1) / GROUPS_MAX;
    decisions[2] = 1;
    decisions[3] = leaves;
    decisions[4] = 0;
    decisions[5] = 1;
    decisions[6] = 1;
    decisions[7] = 0;
    if (MARKED != 0) {
        marks[0] = 0;
        marks[1] = 1;
        marks[2] = 1;
    }
}
