/* SPDX-License-Identifier: MIT */
/* methods.h: the methods of `detp.estimate` that have inner loops by vectors, and their axes. */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_METHODS_H
#define CLAIMCHECK_BENCH_DETP_CPU_METHODS_H

#include "harness/bench.h"

extern const struct bench_method detp_sphere_cache, detp_brute_simd, detp_grid_simd,
    detp_divide_conquer_simd, detp_embree;

/* Data of the variants of detp_sphere_cache: how many lanes, 1, 4 or 0 for as many as there are,
 * it culls rays with, and tests them with. */
struct detp_sphere_cache_lanes {
    uint32_t cull, test;
};

extern const struct detp_sphere_cache_lanes detp_sphere_cache_scalar, detp_sphere_cache_sse,
    detp_sphere_cache_simd;

/* `order`; `order` and `phase`; `part`; `threads` and `part`. */
extern const struct bench_axis detp_order_axes[], detp_order_phase_axes[], detp_part_axes[],
    detp_threads_part_axes[];

/* Values of the axis `part`: the work of compute() in a method with an index. The other part takes
 * no measured time: setup() builds the index, or check() traces it. */
enum detp_part { DETP_PART_BUILD = 1, DETP_PART_TRACE = 2, DETP_PART_ALL = 3 };

enum detp_part detp_part_of(const struct bench_case *c);

#endif
