/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * per_level_image: per_level.comp, with the pyramid in the mip levels of an image.
 *
 * Computes    what per_level.comp does.
 * Bench       tile_subdivision.subdivide, variants per_level (the baseline, source image).
 * Bindings    0 pyramid, an image with its sampler: level l of the pyramid is its level l; 1..5 of
 *             subdivision.glsl; 6 list of this pass; 7 list for the next.
 * Constants   0 TOP, 1 VARYING, 2 depth of a group (its size over 4); push of subdivision.glsl.
 * Dispatch    that of per_level.comp.
 * Work        a texel per child, reads 4 bytes per parent, writes 4 or 12; bound by launch and
 *             barriers.
 * Error       none: texels are fetched, not filtered; their bits are compared and copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 3.1, Program 3, with importanceMap.mips as printed.
 */
layout(local_size_x = 2, local_size_y = 2, local_size_z_id = 2) in;

#define PYRAMID_IMAGE
#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/published.glsl"
#include "tile_subdivision/per_level.glsl"
