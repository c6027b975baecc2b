/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bvh_build: up to three levels of a tree of boxes (bvh.glsl), from discs or from the boxes of the
 * level below.
 *
 * Computes    the nodes of push.levels levels, and of each node of the last of them the box.
 *             A disc's box is tight: the half of it along axis k is r sqrt(1 - n_k^2). It grows by
 *             push.slack, since a point that detp_hit() takes to be in the disc's plane lies off it
 *             by what the products round, less than 1e-6 of the largest coordinate; 1e-6 is added
 *             to the square of the sine, for normals that are not of length 1. Then it is rounded
 *             outwards to 65536ths and takes one more of them on each side.
 * Bench       detp.estimate, variant bvh; no baseline.
 * Bindings    0 the discs in Morton order (order_move); 1 the nodes; 2 boxes, a word per axis: of
 *             nodes of the level below, and of those of the last level made here.
 * Constants   0 FIRST (0 or 1): from discs; push.lower and push.scale, of the 65536ths; push.slack;
 *             push.children, how many; push.levels (1 to 3); push.boxes_from and push.boxes_to, of
 *             binding 2; push.node_first, of each level.
 * Dispatch    a group of 512 per 512 children.
 * Work        reads 32 bytes per disc, or 12 per box; writes 96 per node.
 * Error       none: boxes only grow.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; Morton order after Lauterbach et al. 2009, without their splits: eight
 *             neighbours in order share a node.
 */
layout(local_size_x = 512) in;

#include "detp/bvh_build.glsl"
