/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_arguments: ends a frame: what its draw takes, from the root.
 *
 * Computes    arguments of indirect draws and dispatches, words as in bench/cbt/draw_device.h.
 * Bench       cbt.frame, all variants.
 * Bindings    0 heap, reduced; 1 arguments.
 * Constants   0..2 of heap.glsl. Push: level of the meshlets.
 * Dispatch    one group of one thread.
 * Work        reads the root, writes 60 bytes.
 * Error       none: rounds up.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, Rendering the subdivision: the dispatcher once more.
 */
layout(local_size_x = 1) in;

layout(std430, binding = 1) writeonly buffer Arguments { uint arguments[15]; };
layout(push_constant) uniform Push { uint meshlet; };

#include "cbt/heap_buffer.glsl"

const uint TASK_LEAVES = 32, GROUP = 256;

void main()
{
    const uint leaves = heap_leaf_count(), vertices = 3u << 2 * meshlet;
    arguments[0] = arguments[4] = vertices;
    arguments[1] = arguments[5] = leaves;
    arguments[2] = arguments[3] = 0;
    arguments[6] = arguments[7] = arguments[8] = 0;
    arguments[9] = (leaves + TASK_LEAVES - 1) / TASK_LEAVES;
    arguments[10] = arguments[11] = 1;
    arguments[12] = (leaves + GROUP - 1) / GROUP;
    arguments[13] = arguments[14] = 1;
}
