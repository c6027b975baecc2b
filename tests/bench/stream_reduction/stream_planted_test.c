/* SPDX-License-Identifier: MIT */
/*
 * stream_planted_test.c: kernels of stream reduction that are bad on purpose, each of which the
 * check must catch; and what else goes wrong, with the reason that is told.
 */
#include "bench/stream_reduction/stream.h"

#include "planted.kernels.h"
#include "stream_reduction.kernels.h"

#include "tests/one_case.h"

/* The substitute of a kernel; NULL: none. */
static const struct gpu_shader *original, *planted;

/* The method of the variant under test. */
static const struct bench_method *shipped;
static bool starved; /* the allocation of an output fails */

static bool drive(struct bench_case *c)
{
    if (starved)
        gpu_fault_plant(gpu_scope_device(c->context.scope), GPU_OUT_OF_MEMORY);
    return shipped->drive(c);
}

struct wanted {
    const char *variant, *n, *element, *allocation;
    bool validate;
};

static struct result run(const struct wanted *wanted)
{
    const struct bench *bench = stream_technique.benches[0];
    struct bench_variant variant = *one_variant(bench, wanted->variant);
    struct bench_method method = *variant.method;
    shipped = variant.method;
    if (method.drive)
        method.drive = drive;
    variant.method = &method;
    return one_case_of(.technique = &stream_technique, .bench = bench, .variant = &variant,
                       .planted = { { original, planted } },
                       .at = axes_at("n:%s/p:0.5/element:%s%s%s", wanted->n, wanted->element,
                                     wanted->allocation ? "/allocation:" : "",
                                     wanted->allocation ? wanted->allocation : ""),
                       .validate = wanted->validate, .samples = 2);
}

static void assert_caught(const char *variant, const struct gpu_shader *right,
                          const struct gpu_shader *bad, const char *reason)
{
    original = right;
    planted = bad;
    assert_case_ended(run(&(struct wanted){ .variant = variant, .n = "70", .element = "tuple" }),
                      BENCH_FAILED_VERIFY, reason);
    original = planted = NULL;
}

TEST(test_bad_kernels)
{
    assert_caught("quadtree", &kernel_stream_reduction_quadtree_gather, &kernel_planted_stream_lost,
                  "wanted");
    assert_caught("quadtree", &kernel_stream_reduction_quadtree_gather,
                  &kernel_planted_stream_padding, "entries after the last valid one");
    assert_caught("quadtree", &kernel_stream_reduction_quadtree_leaves,
                  &kernel_planted_stream_component, "entries are counted");
    assert_caught("quadtree", &kernel_stream_reduction_quadtree_down,
                  &kernel_planted_stream_formula, "wanted");
    assert_caught("quadtree", &kernel_stream_reduction_tree_arguments, &kernel_planted_stream_count,
                  "entries are counted");
    assert_caught("binary_tree", &kernel_stream_reduction_binary_tree_gather,
                  &kernel_planted_stream_order, "entry 0 is");
    assert_caught("append", &kernel_stream_reduction_append, &kernel_planted_stream_twice,
                  "the entries, sorted");
    assert_caught("append", &kernel_stream_reduction_append, &kernel_planted_stream_barrier, NULL);
}

/* Large sets are compared in parts, by several threads. */
TEST(test_large_set)
{
    const struct wanted wanted = { .variant = "append", .n = "200", .element = "tuple" };
    original = &kernel_stream_reduction_append;
    assert_case_ended(run(&wanted), BENCH_OK, NULL);
    planted = &kernel_planted_stream_twice;
    assert_case_ended(run(&wanted), BENCH_FAILED_VERIFY, "the entries, sorted");
    original = planted = NULL;
}

/* An output that is allocated within the time is checked like an earlier one; it may be the memory
 * of before. */
TEST(test_bad_allocating)
{
    const char *const allocations[] = { "exact", "whole" };
    original = &kernel_stream_reduction_quadtree_gather;
    planted = &kernel_planted_stream_lost;
    for (int i = 0; i < 2; i++)
        assert_case_ended(
            run(&(struct wanted){ "quadtree_allocating", "70", "index", allocations[i], false }),
            BENCH_FAILED_VERIFY, "wanted");
    /* An output of the exact size has less room than the answer, where too few are counted. */
    original = &kernel_stream_reduction_quadtree_leaves;
    planted = &kernel_planted_stream_component;
    for (int i = 0; i < 2; i++)
        assert_case_ended(
            run(&(struct wanted){ "quadtree_allocating", "70", "tuple", allocations[i], false }),
            BENCH_FAILED_VERIFY, "entries are counted");
    original = planted = NULL;
}

/* Where subgroups take no ballots. */
TEST(test_append_without_ballots)
{
    original = &kernel_stream_reduction_append;
    planted = &kernel_stream_reduction_append_shared;
    const char *const elements[] = { "tuple", "index" };
    for (int i = 0; i < 2; i++)
        assert_case_ended(
            run(&(struct wanted){
                .variant = "append", .n = "70", .element = elements[i], .validate = true }),
            BENCH_OK, "");
    original = planted = NULL;
}

TEST(test_allocation_fails)
{
    const char *const allocations[] = { "exact", "whole" };
    for (int i = 0; i < 2; i++) {
        const struct wanted wanted = { "quadtree_allocating", "70", "tuple", allocations[i],
                                       false };
        assert_case_ended(run(&wanted), BENCH_OK, "");
        starved = true;
        assert_case_ended(run(&wanted), BENCH_ERROR, "vkAllocateMemory");
        starved = false;
    }
}

/* A stream that the device does not bind is for others, and says so. */
TEST(test_too_large)
{
    struct gpu *gpu = device_create(false);
    const uint64_t most = gpu_info(gpu)->limits.storage_buffer_bytes_max;
    gpu_destroy(&gpu);
    if (most >= UINT64_C(16) * 2900 * 2900)
        skip();
    const char *const variants[] = { "append", "quadtree", "binary_tree" };
    for (int i = 0; i < 3; i++)
        assert_case_ended(
            run(&(struct wanted){ .variant = variants[i], .n = "2900", .element = "tuple" }),
            BENCH_UNSUPPORTED, "the device binds at most 128 MiB");
}
