/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiles_image_corner: bad on purpose, per_level_top_image that looks up level 0.
 *
 * Computes    per_level_top.comp with the importance of pixel (0, 0) for the root's.
 * Bench       tests/bench/tile_subdivision/tile_planted_test.c only.
 * Bindings    0..7 of per_level_top_image.comp.
 * Constants   0 TOP, 1 VARYING; push of subdivision.glsl.
 * Dispatch    that of per_level_top_image.comp.
 * Work        that of per_level_top_image.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 1) in;

#define PYRAMID_IMAGE
#define importance_at importance_right
#include "tile_subdivision/subdivision.glsl"
#undef importance_at

uint importance_at(node n)
{
    return importance_right(node(0, n.x, n.y));
}

#include "tile_subdivision/published.glsl"

void main()
{
    const node root = node(TOP, 0, 0);
    subdivide_tile(root, importance_at(root), threshold_at(root), 0);
}
