/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bvh_build_small: bvh_build.comp in groups of 64, for devices that run none of 512.
 *
 * Computes    as bvh_build.comp, up to two levels of the tree.
 * Bench       detp.estimate, variant bvh; no baseline.
 * Bindings    0 the discs in Morton order (order_move); 1 the nodes; 2 boxes, a word per axis: of
 *             nodes of the level below, and of those of the last level made here.
 * Constants   0 FIRST (0 or 1): from discs; push.lower and push.scale, of the 65536ths; push.slack;
 *             push.children, how many; push.levels (1 or 2); push.boxes_from and push.boxes_to, of
 *             binding 2; push.node_first, of each level.
 * Dispatch    a group of 64 per 64 children.
 * Work        reads 32 bytes per disc, or 12 per box; writes 96 per node.
 * Error       none: boxes only grow.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; Morton order after Lauterbach et al. 2009, without their splits: eight
 *             neighbours in order share a node.
 */
layout(local_size_x = 64) in;

#include "detp/bvh_build.glsl"
