/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_arguments: ends a frame: what its draw takes, from the root.
 *
 * Computes    arguments of indirect draws and dispatches, words as in terrain/draw_device.h.
 * Bench       cbt.frame, all variants of a tree.
 * Bindings    0 heap, reduced; 1 arguments.
 * Constants   0 and 1 of heap.glsl. Push of frame_arguments.glsl.
 * Dispatch    one group of one thread.
 * Work        reads the root, writes 60 bytes.
 * Error       none: rounds up.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Deliot et al. 2021, Rendering the subdivision: the dispatcher once more.
 */
layout(local_size_x = 1) in;

#include "cbt/frame_arguments.glsl"
#include "cbt/heap_buffer.glsl"

void main()
{
    arguments_write(heap_leaf_count());
}
