/* SPDX-License-Identifier: MIT */
/* detp_context.h: random inputs in a context without a device. */
#ifndef CLAIMCHECK_TESTS_BENCH_DETP_DETP_CONTEXT_H
#define CLAIMCHECK_TESTS_BENCH_DETP_DETP_CONTEXT_H

#include "bench/detp/detp.h"
#include "tests/context.h"

static inline struct detp_input input_of(struct context *context, enum detp_mode mode,
                                         uint32_t rays, uint32_t discs, float radius)
{
    const struct detp_request request = {
        .mode = mode, .rays = rays, .discs = discs, .radius = radius
    };
    struct detp_input input = { .hits = 0 };
    assert_true(detp_input_make(context, &request, &input));
    return input;
}

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* The answer to the same, by all pairs. */
static inline struct detp_input all_pairs(struct context *context, const struct detp_input *input)
{
    struct detp_input other = *input;
    const size_t bytes = DETP_WORDS * input->discs.count * sizeof(uint32_t);
    other.hits = 0;
    other.sums = context_alloc(context, bytes);
    other.losable = context_alloc(context, bytes);
    other.gainable = context_alloc(context, bytes);
    other.borderline = context_alloc(context, bytes);
    other.ray_hits = context_alloc(context, input->rays.count * sizeof(uint32_t));
    assert_true(context_ok(context));
    detp_reference_all_pairs(&other);
    return other;
}

static inline void assert_same_answers(const struct detp_input *a, const struct detp_input *b)
{
    const size_t discs = a->discs.count, bytes = DETP_WORDS * discs * sizeof(uint32_t);
    assert_int_equal(a->hits, b->hits);
    assert_memory_equal(a->sums, b->sums, bytes);
    assert_memory_equal(a->losable, b->losable, bytes);
    assert_memory_equal(a->gainable, b->gainable, bytes);
    assert_memory_equal(a->borderline, b->borderline, discs * sizeof(uint32_t));
    assert_memory_equal(a->ray_hits, b->ray_hits, a->rays.count * sizeof(uint32_t));
}

#endif
