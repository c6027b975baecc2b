/* SPDX-License-Identifier: MIT */
/*
 * lengths.h: a pass of the library at lengths to 5000, many to a submission, and at those around
 * powers of two to 2^25. A software device has powers to 2^17; with CLAIMCHECK_TEST_FULL in the
 * environment, as scripts/test --full sets it, to 2^21, which is one level of a scan more. Above
 * LENGTHS_DENSE, with the variable LENGTHS_DENSE_FULL, it has each 61st length, with the variable
 * each 5th, and those around multiples of a group; other devices have all.
 */
#ifndef CLAIMCHECK_TESTS_BENCH_COMMON_LENGTHS_H
#define CLAIMCHECK_TESTS_BENCH_COMMON_LENGTHS_H

#include "tests/device.h"

enum {
    LENGTHS_EVERY = 5000,
    LENGTHS_GROUP = 256,
    LENGTHS_DENSE = 300,       /* more than a group */
    LENGTHS_DENSE_FULL = 1100, /* more than a tile of 1024 */
    LENGTHS_STEP = 61,
    LENGTHS_STEP_FULL = 5, /* odd, as the other: all remainders by powers of two */
    LENGTHS_BATCH = 64,
    LENGTHS_LONG = (1 << 17) + 1,
    LENGTHS_FULL = (1 << 21) + 1,
    LENGTHS_LONGEST = (1 << 25) + 1,
};

/* A pass, as a test sees it: `length` entries give so many words of output. */
struct lengths_pass {
    uint32_t (*output_words)(uint32_t length);
    /* Records the pass, with what it makes in the scope; `output` holds 0xA5 bytes. Barriers before
     * and after are there. */
    void (*record)(struct gpu_scope *scope, struct gpu_commands *commands, uint32_t length,
                   struct gpu_buffer *output);
    /* Fails the test where the words are wrong. */
    void (*check)(uint32_t length, const uint32_t *output);
};

static inline struct gpu_buffer *lengths_buffer(struct gpu_scope *scope, const char *name,
                                                uint64_t words, const uint32_t *data)
{
    return buffer_create(scope, name, 4 * (words > 0 ? words : 1), words > 0 ? data : NULL);
}

/* So many lengths in one submission, each with its output. */
static inline void lengths_batch(struct gpu *gpu, const struct lengths_pass *pass,
                                 const uint32_t *lengths, uint32_t count)
{
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    struct gpu_buffer *outputs[LENGTHS_BATCH];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t length = lengths[i];
        outputs[i] = lengths_buffer(scope, "output", pass->output_words(length), NULL);
        pass->record(scope, commands, length, outputs[i]);
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
    }
    if (!gpu_commands_submit(commands))
        fail_msg("%u: %s", lengths[0], gpu_failure(gpu)->message);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t length = lengths[i], words = pass->output_words(length);
        uint32_t *output = malloc(4 * (size_t)words + 4);
        assert_non_null(output);
        assert_true(gpu_buffer_read(outputs[i], 0, output, 4 * (uint64_t)words));
        pass->check(length, output);
        free(output);
    }
    if (gpu_scope_broken_guard(scope))
        fail_msg("from %u: the guard of %s", lengths[0], gpu_scope_broken_guard(scope));
    gpu_scope_destroy(&scope);
}

static inline uint32_t lengths_step(const struct gpu *gpu)
{
    if (!gpu_info_is_software(gpu_info(gpu)))
        return 1;
    return device_full() ? LENGTHS_STEP_FULL : LENGTHS_STEP;
}

/* Says whether the device's step includes a length, up to LENGTHS_EVERY. */
static inline bool lengths_has(uint32_t step, uint32_t length)
{
    const uint32_t dense = device_full() ? LENGTHS_DENSE_FULL : LENGTHS_DENSE;
    return length <= dense || length % step == 0 || (length + 1) % LENGTHS_GROUP <= 2;
}

static inline uint32_t lengths_longest(const struct gpu *gpu)
{
    if (!gpu_info_is_software(gpu_info(gpu)))
        return LENGTHS_LONGEST;
    return device_full() ? LENGTHS_FULL : LENGTHS_LONG;
}

/* Runs the lengths first .. last that a step leaves. */
static inline void lengths_range(struct gpu *gpu, const struct lengths_pass *pass, uint32_t first,
                                 uint32_t last, uint32_t step)
{
    uint32_t lengths[LENGTHS_BATCH], count = 0;
    for (uint32_t length = first; length <= last; length++) {
        if (lengths_has(step, length))
            lengths[count++] = length;
        if (count == LENGTHS_BATCH || (length == last && count > 0)) {
            lengths_batch(gpu, pass, lengths, count);
            count = 0;
        }
    }
}

static inline void lengths_check(struct gpu *gpu, const struct lengths_pass *pass)
{
    const uint64_t limit = gpu_info(gpu)->limits.storage_buffer_bytes_max / 4;
    const uint32_t longest = lengths_longest(gpu);
    lengths_range(gpu, pass, 0, LENGTHS_EVERY, lengths_step(gpu));
    for (uint32_t power = 8192; power <= longest; power *= 2)
        for (uint32_t length = power - 1; length <= power + 1; length++)
            if (pass->output_words(length) <= limit && length <= limit && length <= longest)
                lengths_range(gpu, pass, length, length, 1);
}

#endif
