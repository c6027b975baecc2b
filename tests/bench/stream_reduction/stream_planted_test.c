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

/* With all values of axes but the share of entries that are valid. */
static struct result run(const char *name, const char *at, bool validate)
{
    const struct bench *bench = stream_technique.benches[0];
    struct bench_variant variant = *one_variant(bench, name);
    struct bench_method method = *variant.method;
    shipped = variant.method;
    if (method.drive)
        method.drive = drive;
    variant.method = &method;
    return one_case_of(.technique = &stream_technique, .bench = bench, .variant = &variant,
                       .planted = { { original, planted } }, .at = unit_text("p:0.5/%s", at),
                       .validate = validate, .samples = 2);
}

TEST(test_bad_kernels)
{
    static const struct {
        const char *variant, *at;
        const struct gpu_shader *original, *planted;
        const char *reason; /* NULL: any */
    } rows[] = {
        { "quadtree", "n:70/element:tuple", &kernel_stream_reduction_quadtree_gather,
          &kernel_planted_stream_lost, "wanted" },
        { "quadtree", "n:70/element:tuple", &kernel_stream_reduction_quadtree_gather,
          &kernel_planted_stream_padding, "entries after the last valid one" },
        { "quadtree", "n:70/element:tuple", &kernel_stream_reduction_quadtree_leaves,
          &kernel_planted_stream_component, "entries are counted" },
        { "quadtree", "n:70/element:tuple", &kernel_stream_reduction_quadtree_down,
          &kernel_planted_stream_formula, "wanted" },
        { "quadtree", "n:70/element:tuple", &kernel_stream_reduction_tree_arguments,
          &kernel_planted_stream_count, "entries are counted" },
        { "binary_tree", "n:70/element:tuple", &kernel_stream_reduction_binary_tree_gather,
          &kernel_planted_stream_order, "entry 0 is" },
        { "append", "n:70/element:tuple", &kernel_stream_reduction_append,
          &kernel_planted_stream_twice, "the entries, sorted" },
        { "append", "n:70/element:tuple", &kernel_stream_reduction_append,
          &kernel_planted_stream_barrier, NULL },
        /* Large sets are compared in parts, by several threads. */
        { "append", "n:200/element:tuple", &kernel_stream_reduction_append,
          &kernel_planted_stream_twice, "the entries, sorted" },
        /* An output that is allocated within the time is checked like an earlier one; it may be the
         * memory of before. */
        { "quadtree_allocating", "n:70/element:index/allocation:exact",
          &kernel_stream_reduction_quadtree_gather, &kernel_planted_stream_lost, "wanted" },
        { "quadtree_allocating", "n:70/element:index/allocation:whole",
          &kernel_stream_reduction_quadtree_gather, &kernel_planted_stream_lost, "wanted" },
        /* One of the exact size has less room than the answer, where too few are counted. */
        { "quadtree_allocating", "n:70/element:tuple/allocation:exact",
          &kernel_stream_reduction_quadtree_leaves, &kernel_planted_stream_component,
          "entries are counted" },
        { "quadtree_allocating", "n:70/element:tuple/allocation:whole",
          &kernel_stream_reduction_quadtree_leaves, &kernel_planted_stream_component,
          "entries are counted" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        original = rows[i].original;
        planted = rows[i].planted;
        assert_case_ended(run(rows[i].variant, rows[i].at, false), BENCH_FAILED_VERIFY,
                          rows[i].reason);
    }
    original = planted = NULL;
    assert_case_ended(run("append", "n:200/element:tuple", false), BENCH_OK, NULL);
}

/* Where subgroups take no ballots. */
TEST(test_append_without_ballots)
{
    original = &kernel_stream_reduction_append;
    planted = &kernel_stream_reduction_append_shared;
    assert_case_ended(run("append", "n:70/element:tuple", true), BENCH_OK, "");
    assert_case_ended(run("append", "n:70/element:index", true), BENCH_OK, "");
    original = planted = NULL;
}

TEST(test_allocation_fails)
{
    static const char *const points[] = { "n:70/element:tuple/allocation:exact",
                                          "n:70/element:tuple/allocation:whole" };
    for (int i = 0; i < 2; i++) {
        assert_case_ended(run("quadtree_allocating", points[i], false), BENCH_OK, "");
        starved = true;
        assert_case_ended(run("quadtree_allocating", points[i], false), BENCH_ERROR,
                          "vkAllocateMemory");
        starved = false;
    }
}

/* A stream that the device does not bind is for others, and says so. */
TEST(test_too_large)
{
    static const char *const variants[] = { "append", "quadtree", "binary_tree" };
    struct gpu *gpu = device_create(false);
    const uint64_t most = gpu_info(gpu)->limits.storage_buffer_bytes_max;
    gpu_destroy(&gpu);
    if (most >= UINT64_C(16) * 2900 * 2900)
        skip();
    for (int i = 0; i < 3; i++)
        assert_case_ended(run(variants[i], "n:2900/element:tuple", false), BENCH_UNSUPPORTED,
                          "the device binds at most 128 MiB");
}
