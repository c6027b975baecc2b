/* SPDX-License-Identifier: MIT */
/* made_result.h: results of series that a test makes up, as the rules of the sampler see them. */
#ifndef CLAIMCHECK_TESTS_MADE_RESULT_H
#define CLAIMCHECK_TESTS_MADE_RESULT_H

#include "harness/engine/measure/measure.h"

/* Makes it a case of that variant. */
static inline void made_result_be(struct result *result, const struct bench_variant *variant)
{
    result->variant = variant;
    result->c.kind = variant->kind;
    result->c.by_wall = variant->kind != BENCH_GPU;
}

/* Returns a result that has these samples, which outlive it. */
static inline struct result made_result(const struct bench_variant *variant,
                                        struct run_sample *samples, size_t count)
{
    struct result result = { .c.samples = samples,
                             .c.sample_count = count,
                             .c.inner_repetitions = 1 };
    made_result_be(&result, variant);
    return result;
}

#endif
