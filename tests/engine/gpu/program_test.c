/* SPDX-License-Identifier: MIT */
/* program_test.c: equal kernels share what the driver made; others do not, wherever words lie. */
#include "planted.kernels.h"

#include "tests/device.h"

enum {
    COUNT = 100,
    GROUPS = 2,
    MANY = 150, /* more than a device keeps */
    CONTROL = 64,
    LOOKS_AT = 32, /* the word that planted.comp counts its groups in */
    OP_CONSTANT = 43,
};

static struct gpu_buffer *words_create(struct gpu_scope *scope, uint32_t count)
{
    struct gpu_buffer *buffer = buffer_create(scope, "words", 4 * (uint64_t)count, NULL);
    assert_true(gpu_buffer_fill(buffer, 0, 4 * (uint64_t)count, 0));
    return buffer;
}

static struct gpu_kernel *kernel_of(struct gpu_scope *scope, const struct gpu_shader *shader,
                                    uint32_t count)
{
    return kernel_create_with(scope, shader, 0, count, COUNT);
}

/* Runs planted.comp without a fault on `count` tiles, and returns its control words. */
static void run(struct gpu_scope *scope, struct gpu_kernel *kernel, uint32_t control[CONTROL])
{
    struct gpu_buffer *tiles = words_create(scope, COUNT), *out[3];
    struct gpu_buffer *counts = words_create(scope, CONTROL);
    for (int i = 0; i < 3; i++)
        out[i] = words_create(scope, COUNT);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    kernel_dispatch(commands, kernel,
                    .buffers = { tiles, tiles, tiles, out[0], out[1], out[2], counts },
                    .groups = { GROUPS, 1, 1 });
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_buffer_read(counts, 0, control, 4 * CONTROL));
}

static void expect(struct gpu *gpu, const struct gpu_shader *shader, uint32_t count, uint32_t at)
{
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_kernel *kernel = kernel_of(scope, shader, count);
    for (int equal = 0; equal < 2; equal++) {
        uint32_t control[CONTROL];
        run(scope, equal ? kernel_of(scope, shader, count) : kernel, control);
        assert_int_equal(control[0], count);
        for (uint32_t i = 1; i < CONTROL; i++)
            assert_int_equal(control[i], i == at ? GROUPS : 0);
    }
}

/* A user's shader is read again to where the last one lay. */
TEST(test_words_replaced)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct gpu_shader shader = kernel_planted_planted;
    uint32_t *words = malloc(shader.bytes), replaced = 0;
    assert_non_null(words);
    memcpy(words, shader.words, shader.bytes);
    shader.words = words;
    expect(gpu, &shader, COUNT, LOOKS_AT);
    for (size_t i = 5; i < shader.bytes / 4; i += words[i] >> 16)
        if (words[i] == (4u << 16 | OP_CONSTANT) && words[i + 3] == LOOKS_AT) {
            words[i + 3]++;
            replaced++;
        }
    assert_int_equal(replaced, 1);
    expect(gpu, &shader, COUNT, LOOKS_AT + 1);
    assert_false(gpu_failed(gpu));
    free(words);
}

TEST(test_many)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    struct gpu_scope *held = gpu_scope_create(gpu);
    struct gpu_kernel *kernel = kernel_of(held, &kernel_planted_planted, 1);
    uint32_t control[CONTROL];
    for (uint32_t i = 2; i < MANY; i++) {
        CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
        assert_non_null(kernel_of(scope, &kernel_planted_planted, i));
    }
    run(held, kernel, control);
    assert_int_equal(control[LOOKS_AT], GROUPS);
    expect(gpu, &kernel_planted_planted, 2, LOOKS_AT);
    gpu_scope_destroy(&held);
    assert_false(gpu_failed(gpu));
}
