/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * subtree_image: subtree.comp, with the pyramid in the mip levels of an image.
 *
 * Computes    what subtree.comp does.
 * Bench       tile_subdivision.subdivide, variant subtree (source image); baseline per_level.
 * Bindings    0 pyramid, an image with its sampler: level l of the pyramid is its level l; 1..5 of
 *             subdivision.glsl; 6 list of subtree roots (level UPPER); 7 list for the next pass.
 * Constants   0 TOP, 1 VARYING, 2 width of a group, 3 UPPER level, 4 LOWER level, 5 PASS, from 0;
 *             push of subdivision.glsl.
 * Dispatch    that of subtree.comp.
 * Work        a texel per test, tests up to (UPPER - LOWER + 1) * 4^(UPPER - LOWER) per subtree;
 *             bound by launch for few subtrees, by look-ups for many.
 * Error       none: texels are fetched, not filtered; their bits are compared and copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 4, Programs 4 to 6, with importanceMap.mips as printed.
 *             Differs as subtree.comp does.
 */
layout(local_size_x_id = 2, local_size_y_id = 2) in;

#define PYRAMID_IMAGE
#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/published.glsl"
#include "tile_subdivision/subtree.glsl"
