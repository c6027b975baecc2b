/* SPDX-License-Identifier: MIT */
/*
 * scan_test.c: device-wide prefix sums, of lengths around every boundary, against a plain loop; and
 * the bytes that they declare.
 */
#include "bench/common/hash.h"
#include "bench/common/scan.h"

#include "tests/bench/common/lengths.h"

static uint32_t word_at(uint32_t i)
{
    return hash_triple(i, 17, 4) >> (i % 3 == 0 ? 0 : 28); /* also sums that wrap around */
}

/* The words lie in the output: they are scanned in place. */
static uint32_t output_words(uint32_t length)
{
    return length;
}

static void record_length(struct gpu_scope *scope, struct gpu_commands *commands, uint32_t length,
                          struct gpu_buffer *output)
{
    uint32_t *words = malloc(4 * (size_t)length + 4);
    assert_non_null(words);
    for (uint32_t i = 0; i < length; i++)
        words[i] = word_at(i);
    gpu_buffer_write(output, 0, words, 4 * (uint64_t)length);
    free(words);
    const struct scan scan = scan_create(scope, length);
    scan_record(commands, &scan, output);
}

static void check_length(uint32_t length, const uint32_t *output)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < length; i++) {
        if (output[i] != sum)
            fail_msg("word %u of %u is %u, wanted %u", i, length, output[i], sum);
        sum += word_at(i);
    }
}

TEST(test_lengths)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    lengths_check(gpu, &(struct lengths_pass){ .output_words = output_words,
                                               .record = record_length,
                                               .check = check_length });
}

TEST(test_validated)
{
    static const uint32_t lengths[] = { 0,    1,    7,    1023, 1024,     1025,
                                        5000, 8192, 8193, 9217, 1u << 20, 2097153 };
    const struct lengths_pass pass = { .output_words = output_words,
                                       .record = record_length,
                                       .check = check_length };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
        lengths_batch(gpu, &pass, &lengths[i], 1);
}

/* Declarations ------------------------------------------------------------------------------- */

TEST(test_declared)
{
    static const uint32_t words[] = { 1025, 8192, 8193, 100000 }; /* one group scans 8192 at most */
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        const struct scan scan = scan_create(scope, words[i]);
        struct bench_work work = { 0 };
        scan_work(&scan, &work);
        assert_true(work.bytes_written - work.bytes_intermediate == 4.0 * words[i]);
    }
}
