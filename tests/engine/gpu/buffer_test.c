/* SPDX-License-Identifier: MIT */
/* buffer_test.c: buffers written and read, in memory of the device and of the host. */
#include "tests/engine/gpu/gpu_parts.h"

TEST(test_buffers)
{
    enum { COUNT = 5 << 20 }; /* more than one staging step */
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    uint32_t *words = malloc(4 * COUNT), *back = malloc(4 * COUNT);
    assert_true(words && back);
    for (uint32_t i = 0; i < COUNT; i++)
        words[i] = i * 2654435761u;
    struct gpu_buffer *buffer = buffer_create(scope, "words", 4 * COUNT, words);
    assert_int_equal(gpu_buffer_bytes(buffer), 4 * COUNT);
    assert_int_equal(gpu_scope_peak_bytes(scope), 4 * COUNT);
    assert_true(gpu_buffer_read(buffer, 0, back, 4 * COUNT));
    assert_memory_equal(words, back, 4 * COUNT);
    assert_true(gpu_buffer_write(buffer, 4, words, 8));
    assert_true(gpu_buffer_read(buffer, 4 * COUNT - 8, back, 8));
    assert_memory_equal(words + COUNT - 2, back, 8);
    assert_null(gpu_scope_broken_guard(scope));

    /* Without data the contents are poison. */
    struct gpu_buffer *poisoned = buffer_create(scope, "words", 4 * 1, NULL);
    assert_true(gpu_buffer_read(poisoned, 0, back, 4));
    assert_int_equal(back[0], 0xA5A5A5A5);
    assert_false(gpu_buffer_read(poisoned, 0, back, 8));
    assert_int_equal(gpu_failure(gpu)->result, GPU_ERROR);
    assert_true(gpu_recover(gpu));

    assert_null(buffer_create(scope, "odd", 6, NULL));
    assert_true(gpu_recover(gpu));
    const uint64_t words_max = gpu_info(gpu)->limits.storage_buffer_bytes_max / 4;
    assert_null(buffer_create(scope, "huge", 4 * (words_max + 1), NULL));
    assert_int_equal(gpu_failure(gpu)->result, GPU_UNSUPPORTED);
    free(words);
    free(back);
}

/* Parts, halves of the staging memory and pieces of threads meet at odd places, or are missing. */
TEST(test_by_threads)
{
    static const uint64_t counts[] = { 0, 1, 65537, 2 << 20, (2 << 20) + 1, (7 << 20) - 3 };
    enum { MOST = 7 << 20, SHIFT = 5 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    uint32_t *words = malloc(4 * MOST), *back = malloc(4 * MOST);
    assert_true(words && back);
    for (uint32_t i = 0; i < MOST; i++)
        words[i] = i * 2654435761u;
    struct gpu_buffer *buffer = buffer_create(scope, "words", 4 * (MOST + SHIFT), NULL);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        const uint64_t bytes = 4 * counts[i];
        assert_true(gpu_buffer_fill(buffer, 0, 4 * (MOST + SHIFT), 1));
        assert_true(gpu_buffer_write_by_threads(buffer, 4 * SHIFT, words, bytes));
        assert_true(gpu_buffer_read(buffer, 4 * SHIFT, back, bytes));
        assert_memory_equal(words, back, bytes);
        memset(back, 0, bytes);
        assert_true(gpu_buffer_read_by_threads(buffer, 4 * SHIFT, back, bytes));
        assert_memory_equal(words, back, bytes);
        assert_true(gpu_buffer_read(buffer, 4 * SHIFT - 4, back, 4));
        assert_int_equal(back[0], 1);
        assert_true(gpu_buffer_read(buffer, 4 * SHIFT + bytes, back, 4));
        assert_int_equal(back[0], 1);
    }
    assert_null(gpu_scope_broken_guard(scope));
    assert_false(gpu_buffer_read_by_threads(buffer, 4 * SHIFT, back, 4 * (MOST + 1)));
    assert_true(gpu_recover(gpu));
    assert_false(gpu_buffer_write_by_threads(buffer, 2, words, 4));
    assert_true(gpu_recover(gpu));
    free(words);
    free(back);
}

/* Memory of the host: the device reads what was written there, and the host what the device has
 * copied. */
TEST(test_mapped)
{
    enum { WORDS = 70001 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    const struct gpu_buffer_params params = { .name = "host", .bytes = 4 * WORDS, .host = true };
    struct gpu_buffer *from = gpu_buffer_create(scope, &params);
    struct gpu_buffer *to = gpu_buffer_create(scope, &params);
    struct gpu_buffer *device = buffer_create(scope, "words", 4 * WORDS, NULL);
    uint32_t *written = gpu_buffer_mapped(from), *copied = gpu_buffer_mapped(to);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    assert_true(written && copied);
    assert_true(!gpu_buffer_mapped(device) && !gpu_buffer_mapped(NULL));
    assert_int_equal(copied[0], 0xA5A5A5A5);
    gpu_commands_copy(commands, device, 0, from, 0, 4 * WORDS);
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_TRANSFER);
    gpu_commands_copy(commands, to, 4, device, 0, 4 * (WORDS - 1));
    gpu_commands_barrier(commands, GPU_TRANSFER, GPU_MAPPED);
    for (uint32_t again = 1; again <= 2; again++) {
        for (uint32_t i = 0; i < WORDS; i++)
            written[i] = i * 2654435761u + again;
        assert_true(gpu_commands_submit(commands));
        assert_int_equal(copied[0], 0xA5A5A5A5);
        assert_memory_equal(written, copied + 1, 4 * (WORDS - 1));
    }
    assert_null(gpu_scope_broken_guard(scope));
    written[WORDS] = 0; /* behind its end: a guard is there, too */
    assert_string_equal(gpu_scope_broken_guard(scope), "host");
}
