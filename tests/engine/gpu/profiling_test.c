/* SPDX-License-Identifier: MIT */
/* profiling_test.c: devices that only compile, labels, and what shaders declare to need. Needs a
 * device for all but the last. */
#include "harness/engine/gpu/engine.h"

#include "planted.kernels.h"

#include "tests/engine/gpu/gpu_parts.h"

/* One that only compiles has kernels; buffers are a size alone, and commands do nothing. */
TEST(test_compile_only)
{
    char message[GPU_MESSAGE_BYTES];
    enum gpu_result result;
    size_t count = 1;
    CLEANUP(gpu_destroy)
    struct gpu *gpu = gpu_create(&(struct gpu_params){ .compile_only = true }, &result, message);
    if (!gpu) {
        print_message("skipped: %s\n", message);
        skip();
    }
    CLEANUP(gpu_scope_destroy)
    struct gpu_scope *scope = gpu_scope_create(gpu), *within = gpu_scope_create_within(scope);
    struct gpu_kernel *kernel =
        gpu_kernel_create(within, &(struct gpu_kernel_params){ .shader = &kernel_planted_planted,
                                                               .constant_count = 3 });
    assert_non_null(kernel);
    assert_int_equal(gpu_scope_kernels(within, NULL, 0), 1);
    struct gpu_representation *texts = gpu_kernel_representations(kernel, &count);
    const bool says = gpu_info(gpu)->features & GPU_PIPELINE_EXECUTABLE_PROPERTIES;
    assert_true(says || (!texts && count == 0));
    gpu_representations_free(&texts, count);
    assert_null(texts);
    assert_false(gpu_failed(gpu));
    uint32_t word = 7;
    double elapsed_ns = 1;
    struct gpu_buffer *buffer = buffer_create(scope, "words", 64, NULL);
    assert_true(gpu_buffer_write(buffer, 0, &word, sizeof(word)));
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_commands_fill(commands, buffer, 0, 64, 1);
    gpu_commands_timestamp(commands, 0);
    assert_true(gpu_commands_submit(commands));
    assert_true(gpu_commands_elapsed_ns(commands, 0, 1, &elapsed_ns));
    assert_true(elapsed_ns == 0);
    assert_true(gpu_buffer_read(buffer, 0, &word, sizeof(word)));
    assert_int_equal(word, 0);
    assert_null(gpu_scope_broken_guard(scope));
    assert_null(buffer_create(scope, "odd", 3, NULL));
    assert_int_equal(gpu_failure(gpu)->result, GPU_ERROR); /* what is wrong is so here, too */
    assert_true(gpu_recover(gpu));
}

/* Messages of the layers about a pass name it. */
TEST(test_labels)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = buffer_create(scope, "words", 64, NULL);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    gpu_region_begin(gpu, "outer");
    gpu_commands_fill(commands, buffer, 0, 64, 1);
    gpu_commands_fill(commands, buffer, 0, 64, 2); /* without a barrier between them */
    gpu_commands_submit(commands);
    gpu_region_end(gpu);
    gpu_region_end(gpu); /* one too many does nothing */
    assert_int_equal(gpu_failure(gpu)->result, GPU_INVALID);
    assert_holds(gpu_failure(gpu)->message, ": fill words: ");
    assert_holds(gpu_failure(gpu)->message, "[words]");
    assert_true(gpu_recover(gpu));
}

TEST(test_needs)
{
    const uint32_t words[] = {
        0x07230203, 0x00010600,   0, 8, 0, 2 << 16 | 17, 1, 2 << 16 | 17, 11, 2 << 16 | 17,
        5357,       3 << 16 | 14, 0, 1
    };
    struct gpu_shader shader = { .name = "made", .words = words, .bytes = sizeof(words) };
    assert_int_equal(gpu_shader_needs(&shader), GPU_SHADER_INT64 | GPU_COOPERATIVE_MATRIX);
    shader.bytes = 4 * 7; /* cut off behind the first */
    assert_int_equal(gpu_shader_needs(&shader), 0);
    assert_int_equal(gpu_shader_needs(&kernel_planted_planted), 0);
}
