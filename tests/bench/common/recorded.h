/* SPDX-License-Identifier: MIT */
/* recorded.h: what a pass of the library declares, against what it records. */
#ifndef CLAIMCHECK_TESTS_BENCH_COMMON_RECORDED_H
#define CLAIMCHECK_TESTS_BENCH_COMMON_RECORDED_H

#include "harness/engine/gpu/trace.h"
#include "harness/method.h"
#include "harness/os/clock.h"

#include <stdlib.h>

#include "tests/device.h"

/* Do the spans of one recording have these launches, and a chain as long as this? */
static inline bool recorded_as(const struct gpu_span *spans, size_t count,
                               const struct bench_launches *launches, uint32_t chain)
{
    size_t dispatches = 0, barriers = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t *groups = spans[i].groups;
        barriers += spans[i].kind == GPU_SPAN_BARRIER;
        if (spans[i].kind != GPU_SPAN_DISPATCH)
            continue;
        if (dispatches == launches->count ||
            launches->groups[dispatches++] != (uint64_t)groups[0] * groups[1] * groups[2])
            return false;
    }
    return dispatches == launches->count && chain == barriers + 1;
}

typedef void recorded_fn(struct gpu_commands *commands, const void *pass);

/* Fails the test where the recording has other dispatches than the launches, which it frees, or
 * another chain than the work; and where a lie is not found. */
static inline void recorded_check(struct gpu *gpu, struct gpu_scope *scope, recorded_fn *record,
                                  const void *pass, struct bench_launches *launches,
                                  const struct bench_work *work)
{
    struct gpu_trace *trace = gpu_trace_begin(
        gpu, &(struct gpu_trace_params){ .mode = GPU_TRACE_TIMES, .now_ns = clock_now_ns });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    const struct gpu_span *spans;
    record(commands, pass);
    assert_true(gpu_commands_submit(commands));
    const size_t count = gpu_trace_spans(trace, &spans);
    assert_true(recorded_as(spans, count, launches, work->chain));
    assert_false(recorded_as(spans, count, launches, work->chain + 1));
    launches->groups[launches->count - 1]++;
    assert_false(recorded_as(spans, count, launches, work->chain));
    launches->groups[launches->count - 1]--;
    launches->count--;
    assert_false(recorded_as(spans, count, launches, work->chain));
    free(launches->groups);
    *launches = (struct bench_launches){ 0 };
    gpu_trace_destroy(&trace);
}

#endif
