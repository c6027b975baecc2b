/* SPDX-License-Identifier: MIT */
/*
 * cbt_pool_device_test.c: the pool of bisectors on the device, both ways: after every frame the
 * leaves of the reference, and all that a pool must be. Planted kernels are caught.
 */
#include "bench/cbt/leaves/leaves.h"
#include "tests/context.h"
#include "tests/device.h"

#include "planted.kernels.h"

enum { SLOTS_DEPTH = 15, FRAMES_MAX = 256 };

/* A kernel in the place of a pool's own; shader NULL: none. */
struct planted {
    enum pool_kernel kernel;
    const struct gpu_shader *shader;
};

/* The first frame after which something is wrong, and what; -1 where nothing is. */
static int first_wrong(struct gpu *gpu, struct planted planted, const struct pool_method *method,
                       enum sequence_kind kind, uint32_t depth, uint32_t frames,
                       char message[MESSAGE_BYTES])
{
    CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    CLEANUP(context_finish) struct context context = context_of(1, scope);
    struct sequence_frame pushes[FRAMES_MAX];
    const struct leaves_course course = { .rule = cbt_leaves_rule_sequence,
                                          .depth = depth,
                                          .pushes = pushes,
                                          .push_bytes = sizeof(pushes[0]) };
    CLEANUP(cbt_reference_finish) struct reference reference;
    int wrong = -1;
    assert_true(cbt_reference_init(&reference, kind, depth));
    struct pool_leaves *pool = cbt_pool_leaves_create(&context, method, SLOTS_DEPTH, &course);
    assert_non_null(pool);
    if (planted.shader)
        pool->kernels[planted.kernel] = cbt_pool_leaves_kernel_create(pool, planted.shader);
    for (uint32_t f = 0; f < frames && wrong < 0; f++) {
        size_t count = 0;
        pushes[f] = cbt_sequence_frame(kind, depth, f);
        cbt_reference_step(&reference);
        assert_true(cbt_leaves_step(&pool->leaves, f));
        const uint32_t *leaves = pool->leaves.kind->read(&pool->leaves, f, &count);
        if (!leaves || count != reference.leaf_count ||
            memcmp(leaves, reference.leaves, 4 * count) != 0)
            wrong = (int)f;
    }
    snprintf(message, MESSAGE_BYTES, "%s",
             context_ok(&context) ? "other leaves" : context_message(&context));
    return wrong;
}

static void run_right(struct gpu *gpu, const struct pool_method *method, enum sequence_kind kind,
                      uint32_t depth, uint32_t frames)
{
    char message[MESSAGE_BYTES];
    const struct planted none = { .shader = NULL };
    const int wrong = first_wrong(gpu, none, method, kind, depth, frames, message);
    if (wrong >= 0)
        fail_msg("%s, %s D=%u f=%d: %s", method->lean ? "lean" : "published",
                 cbt_sequence_names[kind], depth, wrong, message);
}

/* Runs the sequences with and without 64-bit integers. */
TEST(test_sequences)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
    static const struct pool_method *const methods[2] = { &cbt_pool_published, &cbt_pool_lean };
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            ((struct gpu_info *)gpu_info(gpu))->features &= ~(uint32_t)GPU_SHADER_INT64;
        run_right(gpu, methods[i % 2], SEQUENCE_P, 28, 72);
        run_right(gpu, methods[i % 2], SEQUENCE_N, 13, 64);
        run_right(gpu, methods[i % 2], SEQUENCE_L, 16, 80);
    }
}

/* One kernel of the published passes replaced. */
static void run_planted(struct gpu *gpu, enum pool_kernel kernel, const struct gpu_shader *shader)
{
    char message[MESSAGE_BYTES];
    const struct planted planted = { kernel, shader };
    if (first_wrong(gpu, planted, &cbt_pool_published, SEQUENCE_N, 13, 40, message) < 0)
        fail_msg("%s in its place is not seen", shader->name);
    print_message("%s: %s\n", shader->name, message);
}

TEST(test_planted)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    run_planted(gpu, POOL_ALLOCATE, &kernel_planted_ocbt_allocate);
    run_planted(gpu, POOL_PROPAGATE_BISECT, &kernel_planted_ocbt_link);
    run_planted(gpu, POOL_PROPAGATE_SIMPLIFY, &kernel_planted_ocbt_link);
    run_planted(gpu, POOL_REDUCE_FIRST, &kernel_planted_ocbt_reduce_first);
}
