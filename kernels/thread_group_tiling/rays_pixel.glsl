/* SPDX-License-Identifier: MIT */
/*
 * rays_pixel.glsl: what shaders share that begin the rays of a pixel, in compute or in a launch of
 * rays.
 *
 *   0     result, a word per pixel, row by row: bit k says that ray k is blocked
 *   1     directions: steps to the side per height, along x and y, and 1 over these
 *
 * Constants 0 and 1 are the group's size, 2 and 3 the order.
 */
#ifndef THREAD_GROUP_TILING_RAYS_PIXEL_GLSL
#define THREAD_GROUP_TILING_RAYS_PIXEL_GLSL

#include "common/hash.glsl"
#include "thread_group_tiling/order.glsl"

layout(constant_id = 2) const uint ORDER = 0;
layout(constant_id = 3) const uint N = 16;

layout(std430, binding = 0) writeonly buffer Result { uint result[]; };
layout(std430, binding = 1) readonly buffer Directions { vec4 directions[]; };

layout(push_constant) uniform Push { uvec2 grid, size; uint rays, leaf_count; float top; };

#endif
