/* SPDX-License-Identifier: MIT */
/* reduce_test.c: sums of words of every length, against a plain loop; and what is declared. */
#include "bench/common/hash.h"
#include "bench/common/reduce.h"

#include "tests/bench/common/lengths.h"
#include "tests/bench/common/recorded.h"

static uint32_t word_at(uint32_t i)
{
    return hash_triple(i, 17, 4); /* also sums that wrap around */
}

/* Of the words before the last length that was asked for: lengths ascend. */
static uint32_t sum_of(uint32_t length)
{
    static uint32_t at, sum;
    if (length < at)
        at = sum = 0;
    while (at < length)
        sum += word_at(at++);
    return sum;
}

static uint32_t output_words(uint32_t length)
{
    (void)length;
    return 3;
}

static void record(struct gpu_scope *scope, struct gpu_commands *commands, uint32_t length,
                   struct gpu_buffer *output)
{
    uint32_t *words = malloc(4 * (size_t)length + 4);
    assert_non_null(words);
    for (uint32_t i = 0; i < length; i++)
        words[i] = word_at(i);
    const struct reduce reduce = reduce_create(scope, length);
    reduce_record(commands, &reduce, lengths_buffer(scope, "words", length, words), output, 1);
    free(words);
}

static void check(uint32_t length, const uint32_t *output)
{
    if (output[1] != sum_of(length))
        fail_msg("of %u words: %08x, wanted %08x", length, output[1], sum_of(length));
    assert_true(output[0] == 0xa5a5a5a5 && output[2] == 0xa5a5a5a5);
}

static void test_lengths(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(false);
    lengths_check(gpu, &(struct lengths_pass){
                           .output_words = output_words, .record = record, .check = check });
    gpu_destroy(&gpu);
}

struct recording {
    struct reduce reduce;
    struct gpu_buffer *words, *sum;
};

static void record_again(struct gpu_commands *commands, const void *pass)
{
    const struct recording *recording = pass;
    reduce_record(commands, &recording->reduce, recording->words, recording->sum, 0);
}

static void check_declared(struct gpu *gpu, uint32_t words)
{
    struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct recording recording = { .reduce = reduce_create(scope, words),
                                         .words = lengths_buffer(scope, "words", words, NULL),
                                         .sum = lengths_buffer(scope, "sum", 1, NULL) };
    struct bench_launches launches = { 0 };
    struct bench_work work = { 0 };
    reduce_launches(&recording.reduce, &launches);
    reduce_work(&recording.reduce, &work);
    assert_true(work.bytes_written - work.bytes_intermediate == 4);
    recorded_check(gpu, scope, record_again, &recording, &launches, &work);
    gpu_scope_destroy(&scope);
}

static void test_declared(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(true);
    check_declared(gpu, 100);
    check_declared(gpu, 100000);
    gpu_destroy(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lengths),
                                        cmocka_unit_test(test_declared) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
