/* SPDX-License-Identifier: MIT */
/*
 * heap_depth.glsl: how deep the tree is, for kernels that are made for one depth. Those that can be
 * told otherwise include heap_depth_from.glsl before, which takes the place of this file.
 *
 * Constants   0 DEPTH (D).
 */
#ifndef CBT_HEAP_DEPTH_GLSL
#define CBT_HEAP_DEPTH_GLSL

layout(constant_id = 0) const uint DEPTH = 20;

uint heap_depth()
{
    return DEPTH;
}

#endif
