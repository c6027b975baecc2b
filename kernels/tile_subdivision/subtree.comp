/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * subtree: several levels of the quadtree in one pass, a thread per pixel of the subtree's lowest
 * level.
 *
 * Computes    each thread descends from UPPER to LOWER and stops at the first leaf, which only the
 *             thread at the tile's first pixel appends; nodes of LOWER are appended to the tiles or
 *             to the list for the next pass. The same work at the upper levels is done many times
 *             over.
 * Bench       tile_subdivision.subdivide, variant subtree; baseline per_level.
 * Bindings    0..5 of subdivision.glsl; 6 list of subtree roots (level UPPER); 7 list for the next
 *             pass.
 * Constants   0 TOP, 1 VARYING, 2 width of a group, 3 UPPER level, 4 LOWER level, 5 PASS, from 0;
 *             push of subdivision.glsl.
 * Dispatch    (w, w * rows, columns) groups of (width, width), w = 2^(UPPER - LOWER) / width; one
 *             subtree per layer, layers split over y where they exceed the device's limit. The top
 *             pass (PASS 0) has one layer, the others are indirect; control[PASS] counts their
 *             subtrees.
 * Work        reads 4 bytes per test, tests up to (UPPER - LOWER + 1) * 4^(UPPER - LOWER) per
 *             subtree; bound by launch for few subtrees, by issue for many.
 * Error       none: bits are compared and copied.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Tokuyoshi 2014, Section 4, Programs 4 to 6. Differs: the early return stands inside
 *             the leaf's branch (as printed only a leaf at the root is ever found); level 0 is
 *             always a leaf. Where a pass ends there, the published pass that follows it (UPPER
 *             and LOWER 0) finds its list empty; the axis passes leaves that pass in or out.
 */
layout(local_size_x_id = 2, local_size_y_id = 2) in;

#include "tile_subdivision/subdivision.glsl"
#include "tile_subdivision/published.glsl"
#include "tile_subdivision/subtree.glsl"
