/* SPDX-License-Identifier: MIT */
/*
 * reference.h: which rays hit which discs, in double precision from the float32 input.
 *
 * A pair is borderline when float32 may see it otherwise. With z = 1e-6 s / |e|, s the largest
 * coordinate (1 in the unit cube) and e of struct detp_rule: it hits when each bound is relaxed by
 * the length z, and not when each is tightened by it. (Where front faces alone count, e < 0 is such
 * a bound, of 1e-6 s.) The error of t in float32 is that of the numerator over e, so a bound that
 * is relative to the radius alone would be too strict for grazing rays, and none for the others.
 *
 * z has no limit, but a pair whose ray stays farther from the centre than the radius and 1e-5 s is
 * neither a hit nor borderline: whatever t came to be, its point lies on the ray.
 */
#ifndef CLAIMCHECK_BENCH_DETP_REFERENCE_H
#define CLAIMCHECK_BENCH_DETP_REFERENCE_H

#include "bench/detp/input.h"

struct cpu_pool; /* harness/engine/cpu/cpu_pool.h */

/* Fills the arrays of the answer, which are zeroed, and input->hits. Pairs that are too far from
 * each other are left out by a tree. False when there is no memory. */
bool detp_reference(struct detp_input *input, struct cpu_pool *pool);

/* Fills them from all pairs: the definition. */
void detp_reference_all_pairs(struct detp_input *input);

#endif
