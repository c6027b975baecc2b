/* SPDX-License-Identifier: MIT */
/*
 * reduction.h: the stream reduction of the sphere cache by itself, section 4 of the paper: which
 * rays are kept has been found before, and a list of indices is packed by a pointer that reads and
 * one that writes. What one run of the cache keeps is recorded, and packed again from that.
 */
#ifndef CLAIMCHECK_BENCH_DETP_CPU_REDUCTION_H
#define CLAIMCHECK_BENCH_DETP_CPU_REDUCTION_H

#include "bench/detp/cpu/sphere_cache.h"

/* A sphere that was made: its place among the spheres, its parent's rays, and its own. */
struct detp_reduction_step {
    uint32_t level, count, kept;
};

struct detp_reduction {
    struct detp_reduction_step *steps;
    uint32_t *packed; /* of each step, by the last detp_reduction_run() */
    uint32_t *valid;  /* a bit per entry of all steps, one after the other */
    uint64_t entries; /* of all steps */
    uint32_t steps_count;
    uint32_t *lists[DETP_SPHERES_MAX]; /* indices of each sphere's rays; the first has all */
};

/* Runs the cache, which adds all hits to the sums, and records what it keeps. Memory is the
 * context's; false where there is none. */
bool detp_reduction_record(struct context *context, struct detp_reduction *reduction,
                           struct detp_sphere_cache *cache, const struct detp_cpu_packed *packed,
                           const struct detp_cpu_disc *discs, uint32_t *sums);

/* Packs all lists again, in the order in which they were made. */
void detp_reduction_run(struct detp_reduction *reduction);

/* Whether each list became as long as it was, and the last ones hold the rays of the cache's
 * spheres; false with a mismatch. */
bool detp_reduction_check(struct context *context, const struct detp_reduction *reduction,
                          const struct detp_sphere_cache *cache,
                          const struct detp_cpu_packed *packed);

#endif
