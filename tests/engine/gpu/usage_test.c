/* SPDX-License-Identifier: MIT */
/* usage_test.c: what gpu.h asks of the arguments of recorded calls; a breach is one line. Memory of
 * objects that ended is used again. */
#include "harness/engine/gpu/engine.h"

#include "planted.kernels.h"

#include "tests/engine/gpu/gpu_parts.h"

struct scene {
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct gpu_commands *commands;
    struct gpu_buffer *buffer, *other;
};

static struct scene scene_create(void)
{
    struct scene scene = { .gpu = device_create(true) };
    scene.scope = gpu_scope_create(scene.gpu);
    scene.commands = gpu_commands_begin(scene.scope);
    scene.buffer = buffer_create(scene.scope, "words", 64, NULL);
    scene.other = buffer_create(scene.scope, "other", 32, NULL);
    assert_non_null(scene.other);
    return scene;
}

static void scene_finish(struct scene *scene)
{
    assert_true(gpu_commands_submit(scene->commands));
    device_finish_whole(scene->gpu, scene->scope);
}

TEST(test_ranges)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    struct gpu_commands *commands = scene.commands;
    uint32_t words[16];
    gpu_commands_fill(commands, scene.buffer, 60, 8, 1);
    assert_failed(scene.gpu, GPU_ERROR, "buffer words: 8 bytes at 60 reach past its 64 bytes");
    gpu_commands_fill(commands, scene.buffer, 2, 4, 1);
    assert_failed(scene.gpu, GPU_ERROR, "or are not aligned");
    gpu_commands_copy(commands, scene.other, 0, scene.buffer, 0, 64);
    assert_failed(scene.gpu, GPU_ERROR, "buffer other: 64 bytes at 0 reach past its 32 bytes");
    gpu_commands_copy(commands, scene.buffer, 0, scene.other, 4, 32);
    assert_failed(scene.gpu, GPU_ERROR, "buffer other: 32 bytes at 4");
    gpu_commands_copy(commands, scene.buffer, 0, scene.buffer, 28, 32);
    assert_failed(scene.gpu, GPU_ERROR, "buffer words: is copied onto itself");
    gpu_commands_read_back(commands, scene.other, 4, 32, words);
    assert_failed(scene.gpu, GPU_ERROR, "buffer other: 32 bytes at 4");
    gpu_commands_read_back(commands, scene.other, 0, 3, words);
    assert_failed(scene.gpu, GPU_ERROR, "or are not aligned");
    assert_int_equal(gpu_commands_counters(commands).copies, 0);

    gpu_commands_fill(commands, scene.buffer, 64, 0, 1);
    gpu_commands_copy(commands, scene.buffer, 0, scene.other, 0, 0);
    gpu_commands_read_back(commands, scene.other, 0, 0, NULL);
    gpu_commands_copy(commands, scene.buffer, 0, scene.buffer, 32, 32);
    assert_int_equal(gpu_commands_counters(commands).fills, 0);
    assert_int_equal(gpu_commands_counters(commands).copies, 1);
}

TEST(test_arguments)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const struct gpu_dispatch dispatch = {
        .kernel = kernel_create_with(scene.scope, &kernel_planted_planted, 1, 1, 1),
        .buffers = { scene.buffer, scene.buffer, scene.buffer, scene.buffer, scene.buffer,
                     scene.buffer, scene.buffer },
        .indirect = scene.other,
        .indirect_offset = 24,
    };
    gpu_commands_dispatch(scene.commands, &dispatch);
    assert_failed(scene.gpu, GPU_ERROR, "buffer other: 12 bytes at 24 reach past its 32 bytes");
}

TEST(test_timestamps)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    double ns;
    gpu_commands_timestamp(scene.commands, 5);
    gpu_commands_timestamp(scene.commands, 63);
    assert_false(gpu_commands_elapsed_ns(scene.commands, 5, 63, &ns));
    assert_failed(scene.gpu, GPU_ERROR, "slot 5 was not stamped in the submitted commands");
    gpu_commands_timestamp(scene.commands, 5);
    assert_failed(scene.gpu, GPU_ERROR, "slot 5 was stamped twice");
    assert_true(gpu_commands_submit(scene.commands));
    assert_true(gpu_commands_elapsed_ns(scene.commands, 5, 63, &ns));
    assert_false(gpu_commands_elapsed_ns(scene.commands, 5, 6, &ns));
    assert_failed(scene.gpu, GPU_ERROR, "slot 6 was not stamped");
    gpu_commands_restart(scene.commands);
    assert_false(gpu_commands_elapsed_ns(scene.commands, 5, 63, &ns));
    assert_failed(scene.gpu, GPU_ERROR, "slot 5 was not stamped");
    gpu_commands_timestamp(scene.commands, 5);
}

TEST(test_nothing)
{
    struct gpu_kernel_facts facts;
    gpu_kernel_facts(NULL, &facts);
    assert_null(facts.shader);
    assert_null(gpu_buffer_name(NULL));
    assert_int_equal(gpu_scope_buffers(NULL, NULL, 0), 0);
    assert_int_equal(gpu_scope_kernels(NULL, NULL, 0), 0);
    gpu_scope_mend_guards(NULL);
    gpu_scope_replace(NULL, NULL, 0);
    assert_false(gpu_scope_asked(NULL, NULL));
}

/* Objects that an execution creates: scopes within one, and bare buffers, which have no guard. */
TEST(test_scopes_within)
{
    CLEANUP(scene_finish) struct scene scene = scene_create();
    const uint64_t before = gpu_scope_peak_bytes(scene.scope);
    const struct gpu_buffer_params params = { .name = "bare", .bytes = 256, .bare = true };
    uint32_t words[64];
    for (int i = 0; i < 3; i++) {
        struct gpu_scope *within = gpu_scope_create_within(scene.scope);
        struct gpu_buffer *buffer = gpu_buffer_create(within, &params);
        struct gpu_commands *commands = gpu_commands_begin(within);
        assert_int_equal(gpu_buffer_bytes(buffer), 256);
        gpu_commands_fill(commands, buffer, 0, 256, 7);
        assert_true(gpu_commands_submit(commands));
        assert_true(gpu_buffer_read(buffer, 0, words, 256));
        assert_int_equal(words[0], 7);
        assert_int_equal(words[63], 7);
        assert_null(gpu_scope_broken_guard(within));
        assert_int_equal(gpu_scope_peak_bytes(scene.scope), before + 256);
        if (i < 2) /* the last goes with its parent */
            gpu_scope_destroy(&within);
        assert_int_equal(gpu_scope_peak_bytes(scene.scope), before + 256);
    }
    assert_null(gpu_scope_create_within(NULL));
    assert_null(gpu_scope_broken_guard(scene.scope));
    gpu_commands_fill(scene.commands, scene.buffer, 0, 4, 1);
}

/* Makes a buffer in a scope of its own, and says how many bytes are kept meanwhile. Its content and
 * guards are those of a new one. */
static uint64_t kept_beside(struct gpu *gpu, uint64_t bytes, bool bare)
{
    const struct gpu_buffer_params params = { .name = "kept", .bytes = bytes, .bare = bare };
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = gpu_buffer_create(scope, &params);
    assert_non_null(buffer);
    const uint64_t kept = gpu_kept_bytes(gpu);
    for (uint64_t at = 0; !bare && at < bytes; at += bytes / 4) {
        uint32_t word;
        assert_true(gpu_buffer_read(buffer, at, &word, 4));
        assert_int_equal(word, 0xA5A5A5A5);
    }
    assert_null(gpu_scope_broken_guard(scope));
    gpu_buffer_fill(buffer, 0, bytes, 7);
    gpu_scope_destroy(&scope);
    return kept;
}

/* Memory of a buffer that ended is the next one's where that is as large, or a little smaller. */
TEST(test_kept)
{
    enum { BYTES = 4 << 20, SPARE = BYTES / 16 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    assert_int_equal(kept_beside(gpu, BYTES, false), 0);
    const uint64_t one = gpu_kept_bytes(gpu);
    assert_true(one >= BYTES && one < BYTES + SPARE);
    assert_int_equal(kept_beside(gpu, BYTES, false), 0);
    assert_int_equal(kept_beside(gpu, BYTES - SPARE, false), 0);
    assert_int_equal(gpu_kept_bytes(gpu), one);
    assert_int_equal(kept_beside(gpu, BYTES, true), one); /* bare: new memory, freed at once */
    assert_int_equal(kept_beside(gpu, 4096, false), one);
    const uint64_t small_too = gpu_kept_bytes(gpu);
    assert_true(small_too > one && small_too < one + SPARE);
    assert_int_equal(kept_beside(gpu, 4096, false), one);
    assert_int_equal(gpu_kept_bytes(gpu), small_too);
    assert_int_equal(kept_beside(gpu, BYTES + SPARE, false), small_too);
    const uint64_t two = gpu_kept_bytes(gpu);
    assert_int_equal(kept_beside(gpu, BYTES / 2, false), two);
    assert_true(gpu_kept_bytes(gpu) > two);
}

/* New commands reuse the driver's objects of commands that ended. They have neither their stamps
 * nor what they read back. */
TEST(test_commands_kept)
{
    enum { AT_ONCE = 40, TIMES = 3 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    for (uint32_t time = 1; time <= TIMES; time++) {
        struct gpu_scope *scope = gpu_scope_create(gpu);
        struct gpu_buffer *buffer = buffer_create(scope, "read", 256, NULL);
        struct gpu_commands *commands[AT_ONCE];
        uint32_t words[AT_ONCE] = { 0 };
        double ns;
        for (uint32_t i = 0; i < AT_ONCE; i++) {
            commands[i] = gpu_commands_begin(scope);
            assert_true(gpu_buffer_fill(buffer, 0, 4, time * AT_ONCE + i));
            gpu_commands_timestamp(commands[i], 0);
            if (i % 2 == 0)
                gpu_commands_read_back(commands[i], buffer, 0, 4, &words[i]);
            gpu_commands_timestamp(commands[i], 1);
            assert_true(i % 3 == 0 || gpu_commands_submit(commands[i]));
            assert_true(i % 3 == 0 || gpu_commands_elapsed_ns(commands[i], 0, 1, &ns));
            assert_int_equal(words[i], i % 6 == 2 || i % 6 == 4 ? time * AT_ONCE + i : 0);
        }
        gpu_scope_destroy(&scope);
    }
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    double ns;
    assert_true(gpu_commands_submit(commands));
    assert_false(gpu_commands_elapsed_ns(commands, 0, 1, &ns));
    assert_holds(gpu_failure(gpu)->message, "was not stamped");
    gpu_scope_destroy(&scope);
}

/* A large block is the next one's down to a quarter of it. */
TEST(test_large_kept)
{
    enum { BYTES = 72 << 20 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    kept_beside(gpu, BYTES, false);
    const uint64_t one = gpu_kept_bytes(gpu);
    assert_int_equal(kept_beside(gpu, BYTES / 4 + (1 << 20), false), 0);
    assert_int_equal(gpu_kept_bytes(gpu), one);
    assert_int_equal(kept_beside(gpu, BYTES / 4 - (1 << 20), false), one);
}

/* Two buffers at once have a block each. */
TEST(test_two_kept)
{
    enum { BYTES = 4 << 20 };
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    uint32_t word;
    kept_beside(gpu, BYTES, false);
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *first = buffer_create(scope, "first", BYTES, NULL);
    struct gpu_buffer *second = buffer_create(scope, "second", BYTES, NULL);
    assert_true(gpu_buffer_fill(first, 0, BYTES, 1) && gpu_buffer_fill(second, 0, BYTES, 2));
    assert_true(gpu_buffer_read(first, BYTES / 2, &word, 4));
    assert_int_equal(word, 1);
    gpu_scope_destroy(&scope);
    assert_true(gpu_kept_bytes(gpu) >= 2 * BYTES);
}
