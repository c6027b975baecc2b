/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * tiles_image_turned: bad on purpose, per_level_image that looks up (y, x) for (x, y).
 *
 * Computes    per_level.comp over the map, mirrored at its diagonal.
 * Bench       tests/bench/tile_subdivision/tile_planted_test.c only.
 * Bindings    0..7 of per_level_image.comp.
 * Constants   0 TOP, 1 VARYING, 2 depth of a group; push of subdivision.glsl.
 * Dispatch    that of per_level_image.comp.
 * Work        that of per_level_image.comp.
 * Error       as planted.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(local_size_x = 2, local_size_y = 2, local_size_z_id = 2) in;

#define PYRAMID_IMAGE
#define importance_at importance_right
#include "tile_subdivision/subdivision.glsl"
#undef importance_at

uint importance_at(node n)
{
    return importance_right(node(n.level, n.y, n.x));
}

#include "tile_subdivision/published.glsl"
#include "tile_subdivision/per_level.glsl"
