/* SPDX-License-Identifier: MIT */
/*
 * counting_test.c: entries grouped and sorted by key, of every length, with few keys and with many,
 * against a counting sort of the host's; and what is declared.
 */
#include "bench/common/counting_group.h"
#include "bench/common/counting_sort.h"
#include "bench/common/hash.h"

#include "tests/bench/common/lengths.h"
#include "tests/bench/common/recorded.h"

static uint32_t key_bits; /* of the pass under test */
static bool indices;

static uint32_t key_count(void)
{
    return 1u << key_bits;
}

static uint32_t key_at(uint32_t i)
{
    const uint32_t h = hash_triple(i, 9, key_bits) & (key_count() - 1);
    return i % 5 == 0 ? h & 3 : h; /* a few keys that many have */
}

static uint32_t value_at(uint32_t i)
{
    return indices ? i : i ^ 0x5a000000;
}

static uint32_t *words_make(uint32_t length, uint32_t (*at)(uint32_t))
{
    uint32_t *words = malloc(4 * (size_t)length + 4);
    assert_non_null(words);
    for (uint32_t i = 0; i < length; i++)
        words[i] = at(i);
    return words;
}

static struct gpu_buffer *buffer_make(struct gpu_scope *scope, const char *name, uint32_t length,
                                      uint32_t (*at)(uint32_t))
{
    uint32_t *words = words_make(length, at);
    struct gpu_buffer *buffer = lengths_buffer(scope, name, length, words);
    free(words);
    return buffer;
}

/* Where each key begins, and behind the last the length; malloc'ed. */
static uint32_t *starts_make(uint32_t length)
{
    uint32_t *starts = calloc((size_t)key_count() + 1, 4), sum = 0;
    assert_non_null(starts);
    for (uint32_t i = 0; i < length; i++)
        starts[key_at(i)]++;
    for (uint32_t k = 0; k <= key_count(); k++) {
        const uint32_t count = starts[k];
        starts[k] = sum;
        sum += count;
    }
    return starts;
}

/* Indices of entries, stable. */
static uint32_t *order_make(uint32_t length)
{
    uint32_t *next = starts_make(length), *order = malloc(4 * (size_t)length + 4);
    assert_non_null(order);
    for (uint32_t i = 0; i < length; i++)
        order[next[key_at(i)]++] = i;
    free(next);
    return order;
}

/* Grouping ----------------------------------------------------------------------------------- */

/* The values, then the starts. */
static uint32_t group_words(uint32_t length)
{
    return length + key_count() + 1;
}

static struct gpu_buffer *group_output, *group_starts;

static void group_record(struct gpu_scope *scope, struct gpu_commands *commands, uint32_t length,
                         struct gpu_buffer *output)
{
    const struct counting_group group = counting_group_create(scope, length, key_count(), indices);
    group_output = lengths_buffer(scope, "grouped", length, NULL);
    group_starts = lengths_buffer(scope, "starts", key_count() + 1, NULL);
    counting_group_record(
        commands, &group,
        &(struct counting_group_buffers){
            .keys = buffer_make(scope, "keys", length, key_at),
            .values = indices ? NULL : buffer_make(scope, "values", length, value_at),
            .output = group_output,
            .starts = group_starts });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(commands, output, 0, group_output, 0, 4 * (uint64_t)length);
    gpu_commands_copy(commands, output, 4 * (uint64_t)length, group_starts, 0,
                      4 * ((uint64_t)key_count() + 1));
}

/* Each value is once in the part of its key. */
static void group_check(uint32_t length, const uint32_t *output)
{
    uint32_t *starts = starts_make(length);
    bool *seen = calloc(length, sizeof(*seen));
    assert_non_null(seen);
    assert_memory_equal(output + length, starts, 4 * ((size_t)key_count() + 1));
    for (uint32_t place = 0; place < length; place++) {
        const uint32_t i = indices ? output[place] : output[place] ^ 0x5a000000;
        if (i >= length || seen[i] || place < starts[key_at(i)] || place >= starts[key_at(i) + 1])
            fail_msg("of %u entries and %u keys: %08x stands at %u", length, key_count(),
                     output[place], place);
        seen[i] = true;
    }
    free(seen);
    free(starts);
}

static void test_group(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(false);
    const struct lengths_pass pass = {
        .least = 1, .output_words = group_words, .record = group_record, .check = group_check
    };
    key_bits = 0;
    indices = false;
    lengths_range(gpu, &pass, 1, 40, 1);
    key_bits = 6;
    lengths_check(gpu, &pass);
    indices = true;
    key_bits = 18;
    lengths_range(gpu, &pass, 100000, 100000, 1);
    gpu_destroy(&gpu);
}

/* Sorting ------------------------------------------------------------------------------------ */

static uint32_t sort_words(uint32_t length)
{
    return 2 * length;
}

static void sort_record(struct gpu_scope *scope, struct gpu_commands *commands, uint32_t length,
                        struct gpu_buffer *output)
{
    const struct counting_sort sort = counting_sort_create(scope, length, key_bits);
    struct gpu_buffer *keys = lengths_buffer(scope, "sorted keys", length, NULL);
    struct gpu_buffer *values = lengths_buffer(scope, "sorted values", length, NULL);
    counting_sort_record(
        commands, &sort,
        &(struct counting_sort_buffers){ .keys = buffer_make(scope, "keys", length, key_at),
                                         .values = buffer_make(scope, "values", length, value_at),
                                         .output_keys = keys,
                                         .output_values = values });
    gpu_commands_barrier(commands, GPU_COMPUTE, GPU_TRANSFER);
    gpu_commands_copy(commands, output, 0, keys, 0, 4 * (uint64_t)length);
    gpu_commands_copy(commands, output, 4 * (uint64_t)length, values, 0, 4 * (uint64_t)length);
}

static void sort_check(uint32_t length, const uint32_t *output)
{
    uint32_t *order = order_make(length);
    for (uint32_t i = 0; i < length; i++)
        if (output[i] != key_at(order[i]) || output[length + i] != value_at(order[i]))
            fail_msg("of %u entries and %u keys: (%u, %08x) stands at %u, wanted (%u, %08x)",
                     length, key_count(), output[i], output[length + i], i, key_at(order[i]),
                     value_at(order[i]));
    free(order);
}

static void test_sort(void **state)
{
    (void)state;
    struct gpu *gpu = device_create(false);
    const struct lengths_pass pass = {
        .least = 1, .output_words = sort_words, .record = sort_record, .check = sort_check
    };
    indices = false;
    static const uint32_t bits[] = { 1, 8, 18, 20 };
    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
        if (bits[i] == 18 && !device_full())
            continue; /* 20 are more steps, and grouping has 18 */
        key_bits = bits[i];
        lengths_range(gpu, &pass, 1000, bits[i] > 8 && !device_full() ? 1003 : 1039, 1);
        lengths_range(gpu, &pass, 70001, 70001, 1);
    }
    key_bits = 5;
    lengths_check(gpu, &pass);
    gpu_destroy(&gpu);
}

/* Declarations ------------------------------------------------------------------------------- */

struct recording {
    struct counting_group group;
    struct counting_group_buffers group_buffers;
    struct counting_sort sort;
    struct counting_sort_buffers sort_buffers;
};

static void record_group(struct gpu_commands *commands, const void *pass)
{
    const struct recording *recording = pass;
    counting_group_record(commands, &recording->group, &recording->group_buffers);
}

static void record_sort(struct gpu_commands *commands, const void *pass)
{
    const struct recording *recording = pass;
    counting_sort_record(commands, &recording->sort, &recording->sort_buffers);
}

static void test_declared(void **state)
{
    (void)state;
    enum { ENTRIES = 10000 };
    struct gpu *gpu = device_create(true);
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct bench_launches launches = { 0 };
    struct bench_work work = { 0 };
    key_bits = 18;
    struct gpu_buffer *keys = buffer_make(scope, "keys", ENTRIES, key_at);
    struct gpu_buffer *values = buffer_make(scope, "values", ENTRIES, value_at);
    struct gpu_buffer *output = lengths_buffer(scope, "output", ENTRIES, NULL);
    const struct recording recording = {
        .group = counting_group_create(scope, ENTRIES, key_count(), false),
        .group_buffers = { keys, values, output,
                           lengths_buffer(scope, "starts", key_count() + 1, NULL) },
        .sort = counting_sort_create(scope, ENTRIES, key_bits),
        .sort_buffers = { keys, values, lengths_buffer(scope, "output keys", ENTRIES, NULL),
                          output },
    };
    counting_group_launches(&recording.group, &launches);
    counting_group_work(&recording.group, &work);
    assert_true(work.bytes_written - work.bytes_intermediate == 4.0 * (ENTRIES + key_count() + 1));
    recorded_check(gpu, scope, record_group, &recording, &launches, &work);
    work = (struct bench_work){ 0 };
    counting_sort_launches(&recording.sort, &launches);
    counting_sort_work(&recording.sort, &work);
    assert_true(work.bytes_written - work.bytes_intermediate == 8.0 * ENTRIES);
    recorded_check(gpu, scope, record_sort, &recording, &launches, &work);
    gpu_scope_destroy(&scope);
    gpu_destroy(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_group), cmocka_unit_test(test_sort),
                                        cmocka_unit_test(test_declared) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
