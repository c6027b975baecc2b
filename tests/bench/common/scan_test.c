/* SPDX-License-Identifier: MIT */
/*
 * scan_test.c: device-wide prefix sums, of lengths around every boundary, against a plain loop; and
 * what they declare, against what they record.
 */
#include "bench/common/hash.h"
#include "bench/common/scan.h"
#include "harness/base/clock.h"
#include "harness/gpu/trace.h"

#include <stdlib.h>

#include "tests/device.h"

static uint32_t word_at(uint32_t i)
{
    return hash_triple(i, 17, 4) >> (i % 3 == 0 ? 0 : 28); /* also sums that wrap around */
}

static void check_length(struct gpu *gpu, uint32_t count)
{
    struct gpu_scope *scope = gpu_scope_create(gpu);
    const uint64_t bytes = 4 * (uint64_t)(count > 0 ? count : 1);
    uint32_t *words = malloc(bytes), sum = 0;
    assert_non_null(words);
    for (uint32_t i = 0; i < count; i++)
        words[i] = word_at(i);
    struct gpu_buffer *buffer = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "words", .bytes = bytes, .data = words });
    const struct scan scan = scan_create(scope, count);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    scan_record(commands, &scan, buffer);
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_buffer_read(buffer, 0, words, bytes));
    for (uint32_t i = 0; i < count; i++) {
        if (words[i] != sum)
            fail_msg("word %u of %u is %u, wanted %u", i, count, words[i], sum);
        sum += word_at(i);
    }
    assert_null(gpu_scope_broken_guard(scope));
    assert_false(gpu_failed(gpu));
    free(words);
    gpu_scope_destroy(&scope);
}

static void test_lengths(void **state)
{
    (void)state;
    static const uint32_t lengths[] = { 0, 1, 7, 1023, 1024, 1025, 5000, 1u << 20, 2097153 };
    struct gpu *gpu = device_create(true);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        check_length(gpu, lengths[i]);
    gpu_destroy(&gpu);
}

/* Declarations ------------------------------------------------------------------------------- */

/* Do the spans of one recording have these launches, and a chain as long as this? */
static bool recorded(const struct gpu_span *spans, size_t count,
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

static void check_declared(struct gpu *gpu, uint32_t words, uint32_t group_limit)
{
    struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct gpu_buffer_params params = { .name = "words", .bytes = 4 * (uint64_t)words };
    struct gpu_buffer *buffer = gpu_buffer_create(scope, &params);
    struct scan scan = scan_create(scope, words);
    struct gpu_trace *trace = gpu_trace_begin(
        gpu, &(struct gpu_trace_params){ .mode = GPU_TRACE_TIMES, .now_ns = clock_now_ns });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    const struct gpu_span *spans;
    struct bench_launches launches = { 0 };
    struct bench_work work = { 0 };
    if (group_limit > 0)
        scan.group_limit = group_limit;
    scan_record(commands, &scan, buffer);
    assert_true(gpu_commands_submit(commands));
    const size_t count = gpu_trace_spans(trace, &spans);
    scan_launches(&scan, &launches);
    scan_work(&scan, &work);
    assert_true(recorded(spans, count, &launches, work.chain));
    assert_true(work.bytes_written - work.bytes_intermediate == 4.0 * words);
    /* Lies are found. */
    assert_false(recorded(spans, count, &launches, work.chain + 1));
    launches.groups[1]++;
    assert_false(recorded(spans, count, &launches, work.chain));
    launches.groups[1]--;
    launches.count--;
    assert_false(recorded(spans, count, &launches, work.chain));
    free(launches.groups);
    gpu_trace_destroy(&trace);
    gpu_scope_destroy(&scope);
}

static void test_declared(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(true);
    check_declared(gpu, 1025, 0);
    check_declared(gpu, 100000, 40); /* blocks in rows */
    gpu_destroy(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lengths),
                                        cmocka_unit_test(test_declared) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
