/* SPDX-License-Identifier: MIT */
/* detp_context.h: a context of a test's own, without a device, and random inputs in it. */
#ifndef CLAIMCHECK_TESTS_BENCH_DETP_DETP_CONTEXT_H
#define CLAIMCHECK_TESTS_BENCH_DETP_DETP_CONTEXT_H

#include "bench/detp/input.h"
#include "harness/measure/context_life.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* With no axes. Ends with context_finish(). */
static inline struct context context_of(uint64_t seed)
{
    struct context context;
    assert_true(context_init(&context, seed, (struct context_values){ 0 }));
    context.scope = NULL;
    return context;
}

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

#endif
