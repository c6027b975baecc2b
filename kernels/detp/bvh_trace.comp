/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bvh_trace: each ray down a tree of boxes with eight children, for all of its hits.
 *
 * Computes    adds the energies of each ray, and 1, to the sums of each disc that it hits.
 * Bench       detp.estimate, variant bvh; no baseline.
 * Bindings    0 the rays, in any order; 1 the discs in Morton order (order_move); 2 the nodes
 *             (bvh_build); 3 the sums, zero at the start; 4 the tests of each group (not used
 *             unless COUNT).
 * Constants   0 group size; 1 COUNT (0 or 1): count tests, and leave the sums alone; push of
 *             bvh_trace.glsl.
 * Dispatch    a thread per ray.
 * Work        reads 32 bytes per ray, 96 per node visited, 32 per disc tested; 4 atomic additions
 *             per hit.
 * Error       none beyond detp_hit(): bvh_trace.glsl has the margins.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; nodes of eight and their bits after Ylitie et al. 2017, without an order
 *             of children.
 */
#include "detp/detp.glsl"
#include "detp/sums.glsl"
#include "detp/bvh_trace.glsl"
