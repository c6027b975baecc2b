/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * per_level: one level of the quadtree, four threads per parent.
 *
 * Computes    the children of every node of the list are appended to the tiles or to the next list.
 * Bench       tile_subdivision.subdivide, variants per_level (the baseline).
 * Bindings    0..5 of subdivision.glsl; 6 list of this pass; 7 list for the next.
 * Constants   0 TOP, 1 VARYING, 2 depth of a group (its size over 4); push of subdivision.glsl.
 * Dispatch    indirect, (1, rows, layers) groups of (2, 2, depth); one entry per z, split over y
 *             where the layers alone would exceed the device's limit. push.parameter[0] is the
 *             pass, from 0; control[31] holds the number of entries.
 * Work        reads 4 bytes per parent and 4 per child, writes 4 or 12; bound by launch and
 *             barriers.
 * Error       none: bits are compared and copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 3.1, Program 3.
 */
layout(local_size_x = 2, local_size_y = 2, local_size_z_id = 2) in;

#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/published.glsl"
#include "tile_subdivision/per_level.glsl"
