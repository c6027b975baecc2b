/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiles_image_level: bad on purpose, subtree_image that looks up the mip level above.
 *
 * Computes    subtree.comp with importances of the level above, but at the root.
 * Bench       tests/bench/tile_subdivision/tile_planted_test.c only.
 * Bindings    0..7 of subtree_image.comp.
 * Constants   0 TOP, 1 VARYING, 2 width of a group, 3 UPPER, 4 LOWER, 5 PASS; push of subdivision.glsl.
 * Dispatch    that of subtree_image.comp.
 * Work        that of subtree_image.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x_id = 2, local_size_y_id = 2) in;

#define PYRAMID_IMAGE
#define importance_at importance_right
#include "tile_subdivision/subdivision.glsl"
#undef importance_at

uint importance_at(node n)
{
    return importance_right(n.level < TOP ? node(n.level + 1, n.x / 2, n.y / 2) : n);
}

#include "tile_subdivision/published.glsl"
#include "tile_subdivision/subtree.glsl"
