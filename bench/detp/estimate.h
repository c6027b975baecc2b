/* SPDX-License-Identifier: MIT */
/*
 * estimate.h: the bench `detp.estimate`, and what its methods have in common. The state of a method
 * begins with a struct detp_output, which its setup() makes by detp_output_create(); the bench's
 * check() looks at that, so that a method need not have one.
 */
#ifndef CLAIMCHECK_BENCH_DETP_ESTIMATE_H
#define CLAIMCHECK_BENCH_DETP_ESTIMATE_H

#include "bench/detp/input.h"
#include "harness/bench.h"

extern const struct bench detp_estimate;

/* DETP_WORDS per disc, in the input's order. */
struct detp_output {
    struct gpu_buffer *buffer; /* of methods on the device */
    uint32_t *sums;            /* of those of kind CPU, in memory */
    uint64_t tests; /* ray-disc pairs that one execution looks at; 0: not known. Read by check() */
    uint64_t box_culls, sphere_culls; /* of kind CPU: of rays with boxes, with spheres; likewise */
};

/* The state of the case's workload. */
const struct detp_input *detp_input_of(const struct bench_case *c);

/* Makes the output, by the variant's kind, and declares it. False: trouble that has been told. */
bool detp_output_create(struct bench_case *c);

/*
 * Adds to what a method must do what the tests of its output take, each two scalar products and
 * four operations at least, whichever test it is; once check() has counted them. Where every hit
 * is added to memory, `atomics` each, these too: random discs lie far apart in it, and those of
 * scenes, of which neighbours may be hit together, are left out.
 */
void detp_tests_work(const struct bench_case *c, double atomics, struct bench_work *work);

/* Returns the output: read back, or the memory. NULL: the device has failed. */
const uint32_t *detp_output_read(struct bench_case *c);

/* Holds the answer, NULL after trouble, against the reference's, as detp_check_sums() does, and
 * states the metrics. */
bool detp_check_answer(struct bench_case *c, const uint32_t *sums);

/* Each ray, each disc and each answer once, and on the host what was tested and culled; what a
 * method tests on the device, and keeps besides, is its own. */
void detp_estimate_work(const struct bench_case *c, struct bench_work *work);

/*
 * Holds an answer against the reference's. Each word of each disc lies between what is there
 * without borderline pairs and what is there with all of them; without any, it is equal, and where
 * the count says that none of them hit, or all, the energies say so, too. Rounding has no
 * direction, so that of all borderline pairs at most a quarter (and 16) may be amiss in total.
 */
bool detp_check_sums(struct context *context, const struct detp_input *input, const uint32_t *sums);

#endif
