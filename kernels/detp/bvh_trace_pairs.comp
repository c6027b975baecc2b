/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bvh_trace_pairs: bvh_trace with two words to an atomic addition.
 *
 * Computes    adds the energies of each ray, and 1, to the sums of each disc that it hits.
 * Bench       detp.estimate, variant bvh; no baseline.
 * Bindings    0 the rays, in any order; 1 the discs in Morton order (order_move); 2 the nodes
 *             (bvh_build); 3 the sums, zero at the start; 4 the tests of each group (not used
 *             unless COUNT).
 * Constants   0 group size; 1 COUNT (0 or 1): count tests, and leave the sums alone; push of
 *             bvh_trace.glsl.
 * Dispatch    a thread per ray.
 * Work        reads 32 bytes per ray, 96 per node visited, 32 per disc tested; 2 atomic additions
 *             of 64 bits per hit.
 * Error       none beyond detp_hit(): bvh_trace.glsl has the margins.
 * Needs       shader_int64, buffer_int64_atomics.
 * Source      contender; nodes of eight and their bits after Ylitie et al. 2017, without an order
 *             of children.
 */
#include "detp/detp.glsl"
#include "detp/sums_pairs.glsl"
#include "detp/bvh_trace.glsl"
