/* SPDX-License-Identifier: MIT */
/*
 * generate.h: random rays and discs, the same bits on every machine: integers, or doubles of which
 * each operation is exact or rounded once. docs/detp.md has the formulas.
 *
 * A ray of mode B is a uniform line through the cube: the probability that it meets a convex body
 * is in proportion to the body's area, which is what the paper asks of its rays.
 */
#ifndef CLAIMCHECK_BENCH_DETP_GENERATE_H
#define CLAIMCHECK_BENCH_DETP_GENERATE_H

#include "bench/detp/input.h"

struct cpu_pool; /* harness/engine/cpu/cpu_pool.h */

/* Fills arrays that are there. A NULL pool: by the caller alone; the same bits. */
void detp_generate_rays(const struct detp_rays *rays, enum detp_mode mode, uint64_t seed,
                        struct cpu_pool *pool);
void detp_generate_discs(const struct detp_discs *discs, enum detp_mode mode, uint64_t seed,
                         struct cpu_pool *pool);

#endif
