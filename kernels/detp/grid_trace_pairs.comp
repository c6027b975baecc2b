/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * grid_trace_pairs: grid_trace with two words to an atomic addition.
 *
 * Computes    adds the energies of each ray, and 1, to the sums of each disc that it hits.
 * Bench       detp.estimate, variant grid; no baseline.
 * Bindings    0 the rays, in any order; 1 the discs in rows of cells, first halves first
 *             (order_move); 2 where the discs of each cell begin, and their number behind the last;
 *             3 the sums, zero at the start; 4 the tests of each group (not used unless COUNT).
 * Constants   0 group size; 1 COUNT (0 or 1): count tests, and leave the sums alone; push of
 *             grid_walk.glsl.
 * Dispatch    a thread per ray.
 * Work        reads 32 bytes per ray, 8 per row of cells, 16 per disc looked at and 32 more per
 *             disc within reach of the line; 2 atomic additions of 64 bits per hit.
 * Error       none beyond detp_hit(): grid_walk.glsl has the margins.
 * Needs       shader_int64, buffer_int64_atomics.
 * Source      contender; a regular grid after Fujimoto et al. 1986, with the owner rule.
 */
#include "detp/detp.glsl"
#include "detp/sums_pairs.glsl"
#include "detp/grid_trace.glsl"
