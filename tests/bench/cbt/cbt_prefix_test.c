/* SPDX-License-Identifier: MIT */
/*
 * cbt_prefix_test.c: reductions in two dispatches: every kind of group, and each
 * barrier of the shipped kernels, without which the check must see a wrong tree. These are races: a
 * driver that runs subgroups one after the other shows all but none of those between dispatches,
 * which synchronization validation sees.
 */
#include "bench/cbt/cbt.h"
#include "bench/cbt/tree/tree.h"

#include "cbt.kernels.h"

#include "tests/bench/cbt/cbt_mutant.h"

static const struct reduction_method *const methods[] = { &cbt_reduction_prefix,
                                                          &cbt_reduction_prefix_aligned,
                                                          &cbt_reduction_prefix_full };
enum { METHODS = sizeof(methods) / sizeof(methods[0]) };

/* A kernel without one of its barriers, and the method that runs it ---------------------------- */

static struct result run_case(const struct reduction_method *run, const char *depth,
                              const char *bits)
{
    const struct bench_variant variant = { .name = "planted", .kind = BENCH_GPU, .data = run };
    return one_case_of(.technique = &cbt_technique, .bench = cbt_technique.benches[0],
                       .variant = &variant, .at = unit_text("depth:%s/bits:%s", depth, bits),
                       .untimed = true);
}

/* Without one barrier of the kernel, so many from the last one. In a tree that has groups of each
 * kind, and more values than a subgroup. */
static void assert_caught(const struct reduction_method *planted, const struct gpu_shader *shader,
                          size_t from_last)
{
    CLEANUP(free_pointer) uint32_t *words = words_without(shader, BARRIER, from_last);
    const struct gpu_shader without = { .words = words, .bytes = shader->bytes };
    const struct reduction_method bad = method_with(planted, shader, &without);
    const struct result result = run_case(&bad, "23", "quarter");
    if (result.c.status != BENCH_FAILED_VERIFY)
        fail_msg("%s without a barrier, the last but %zu of %s: %s, '%s'", planted->name, from_last,
                 shader->name, bench_status_name(result.c.status), result.reason);
}

/* Tests ---------------------------------------------------------------------------------------- */

/* No group above but the top; nodes of D-14 below it; groups of 32 tiles; groups of 1024. */
TEST(test_right)
{
    static const char *const depths[] = { "18", "19", "22", "23" };
    for (size_t m = 0; m < METHODS; m++)
        for (size_t d = 0; d < sizeof(depths) / sizeof(depths[0]); d++)
            for (int full = 0; full <= 1; full++) {
                const struct result result =
                    run_case(methods[m], depths[d], full ? "one" : "quarter");
                if (result.c.status != BENCH_OK)
                    fail_msg("%s, D = %s: %s", methods[m]->name, depths[d], result.reason);
            }
}

/*
 * The barrier between a tile's levels; the one before the levels above; that before the top's
 * words; and the sixth between lanes, the first of these whose lack is seen. A GPU with subgroups
 * of 32 does without these. A driver that runs subgroups of 8 in order shows the lack of none where
 * a lane reads within its subgroup or before it: in tile kernels neighbours of D-5 and D-2 and
 * within four lanes, and the steps of 1 and 16 of lane_sum().
 */
TEST(test_missing_group_barrier)
{
    device_skip_where_races_hide();
    assert_caught(&cbt_reduction_prefix, &kernel_cbt_reduce_prefix_tile, 0);
    assert_caught(&cbt_reduction_prefix, &kernel_cbt_reduce_prefix_tile,
                  instructions(&kernel_cbt_reduce_prefix_tile, BARRIER, NULL, 0) - 6);
    assert_caught(&cbt_reduction_prefix_aligned, &kernel_cbt_reduce_prefix_aligned, 0);
    assert_caught(&cbt_reduction_prefix_full, &kernel_cbt_reduce_prefix_full, 0);
    assert_caught(&cbt_reduction_prefix, &kernel_cbt_reduce_prefix_upper, 0);
    assert_caught(&cbt_reduction_prefix, &kernel_cbt_reduce_prefix_upper, 1);
    assert_caught(&cbt_reduction_prefix_aligned, &kernel_cbt_reduce_prefix_upper_aligned, 0);
}

static void record(const struct reduction *reduction, struct gpu_commands *commands, uint32_t index)
{
    const struct reduction_step *step = &reduction->steps[index];
    struct gpu_buffer *heap = reduction->heap, *scratch = reduction->scratch;
    struct gpu_dispatch dispatch = { .kernel = step->kernel,
                                     .buffers = { heap, heap, scratch, scratch, heap } };
    cbt_reduction_groups(step->groups, dispatch.groups);
    gpu_commands_dispatch(commands, &dispatch);
}

TEST(test_missing_barrier)
{
    for (size_t m = 0; m < METHODS; m++)
        for (int barrier = 1; barrier >= 0; barrier--) {
            CLEANUP(gpu_destroy) struct gpu *gpu = device_create(true);
            CLEANUP(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
            struct gpu_buffer *heap = buffer_create(scope, "heap", 4 * cbt_heap_words(18), NULL);
            struct reduction reduction = { methods[m], scope, 18, .heap = heap };
            cbt_reduction_init(&reduction);
            struct gpu_commands *commands = gpu_commands_begin(scope);
            record(&reduction, commands, 0);
            if (barrier)
                gpu_commands_barrier(commands, GPU_COMPUTE, GPU_COMPUTE);
            record(&reduction, commands, 1);
            gpu_commands_submit(commands);
            assert_int_equal(gpu_failed(gpu), !barrier);
            assert_true(barrier || strstr(gpu_failure(gpu)->message, "SYNC-HAZARD"));
            gpu_recover(gpu);
        }
}
