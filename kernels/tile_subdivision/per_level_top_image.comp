/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * per_level_top_image: per_level_top.comp, with the pyramid in the mip levels of an image.
 *
 * Computes    the root is appended to the tiles or to the list for the next level.
 * Bench       tile_subdivision.subdivide, variant per_level (the baseline, source image).
 * Bindings    0 pyramid, an image with its sampler: level l of the pyramid is its level l; 1..5 of
 *             subdivision.glsl; 6 unused list; 7 list for the next level.
 * Constants   0 TOP, 1 VARYING; push of subdivision.glsl.
 * Dispatch    1 group of 1.
 * Work        a texel, 1 node test; bound by launch.
 * Error       none: a texel is fetched, not filtered; its bits are compared and copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 3.1, Program 1, with importanceMap.mips as printed. Differs:
 *             level 0 is always a leaf.
 */
layout(local_size_x = 1) in;

#define PYRAMID_IMAGE
#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/published.glsl"

void main()
{
    const node root = node(TOP, 0, 0);
    subdivide_tile(root, importance_at(root), threshold_at(root), 0);
}
