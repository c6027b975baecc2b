/* SPDX-License-Identifier: MIT */
/*
 * detp_octrees_test.c: octree and octree_paper under validation, on all levels, in all parts, with
 * lists in one buffer and in batches, discs of more than one job, queues that are too short; then
 * kernels that are bad on purpose, which the check must see.
 */
#include "bench/detp/detp.h"

#include "detp.kernels.h"
#include "planted.kernels.h"

#include "tests/device.h"
#include "tests/one_case.h"

static struct gpu *gpu;
static struct gpu_replacement replacement; /* of the next case */

struct point {
    const char *size, *mode, *radius, *axis, *value;
};

static struct result run(const struct bench_variant *variant, const struct point *point)
{
    return one_case_run(&(struct one_case){ .technique = &detp_technique,
                                            .bench = &detp_estimate,
                                            .variant = variant,
                                            .planted = { replacement },
                                            .axes = { { "size", point->size },
                                                      { "mode", point->mode },
                                                      { "radius", point->radius },
                                                      { point->axis, point->value } },
                                            .gpu = gpu,
                                            .untimed = true,
                                            .seed = 1 });
}

static void assert_ok(const struct bench_variant *variant, const struct point *points, size_t count)
{
    if (!gpu)
        skip();
    for (size_t i = 0; i < count; i++)
        assert_case_ended(run(variant, &points[i]), BENCH_OK, NULL);
}

TEST(test_octree)
{
    static const struct point points[] = {
        { "1x1", "B", "0.9", "leaf_level", "5" },
        { "700x900", "G", "0.0625", "leaf_level", "1" },
        { "700x900", "G", "0.13", "leaf_level", "2" },
        { "700x900", "C", "0.05", "leaf_level", "3" },
        { "900x700", "A", "0.01", "leaf_level", "4" },
        { "900x700", "G", "0.0625", "leaf_level", "5" },
        { "3000x3000", "B", "0.02", "part", "build" },
        { "3000x3000", "B", "0.02", "part", "trace" },
        { "300x1500", "A", "0.4", "leaf_level", "1" },
    };
    assert_ok(one_variant(&detp_estimate, "octree"), points, sizeof(points) / sizeof(points[0]));
}

/* Lists that have room for some of the rays alone, or words that count no more. */
TEST(test_batches)
{
    static const struct point whole = { "900x7000", "B", "0.05", "part", "all" };
    static const struct point trace = { "900x7000", "B", "0.05", "part", "trace" };
    static const struct detp_octree_limits limits[] = {
        { .list_bytes = 40000, .entries = UINT32_MAX, .jobs = 4096 },
        { .list_bytes = 1 << 24, .entries = 40000, .jobs = 4096 },
    };
    struct bench_variant variant = *one_variant(&detp_estimate, "octree");
    if (!gpu)
        skip();
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        variant.data = &limits[i];
        assert_case_ended(run(&variant, &whole), BENCH_OK, NULL);
        assert_case_ended(run(&variant, &trace), BENCH_UNSUPPORTED, "an index per batch");
    }
}

/* Jobs as large as they become where there are many, of some rays and of more than one. */
TEST(test_large_jobs)
{
    static const struct point points[] = { { "900x7000", "B", "0.05", "part", "all" },
                                           { "900x700", "G", "0.0625", "leaf_level", "1" } };
    static const struct detp_octree_limits limits = { .list_bytes = 1 << 24,
                                                      .entries = UINT32_MAX };
    struct bench_variant variant = *one_variant(&detp_estimate, "octree");
    variant.data = &limits;
    assert_ok(&variant, points, sizeof(points) / sizeof(points[0]));
}

/* A node is a submission or more of the host's: few rays and discs where it has many levels. */
TEST(test_paper)
{
    const bool full = device_full();
    const struct point points[] = {
        { "1x1", "B", "0.9", "depth", "1" },
        { "700x900", "G", "0.0625", "depth", full ? "3" : "2" },
        { full ? "400x300" : "20x15", "C", "0.05", "depth", "4" },
        { full ? "60x9000" : "9x5000", "B", "0.05", "chunk", "none" },
        { full ? "700x900" : "300x400", "A", "0.05", "threshold", "64" },
        { "2000x900", "B", "0.05", "threshold", "1024" },
        { full ? "700x5900" : "70x5000", "B", "0.05", "access", "copy" },
    };
    assert_ok(one_variant(&detp_estimate, "octree_paper"), points,
              sizeof(points) / sizeof(points[0]));
}

TEST(test_planted)
{
    static const struct point dense = { "700x3000", "B", "0.05", NULL, NULL };
    static const struct point grid = { "700x900", "G", "0.0625", "depth", "2" };
    static const struct point nodes = { "700x3000", "B", "0.05", "depth", "2" };
    static const struct point chunks = { "60x9000", "B", "0.05", "depth", "1" };
    static const struct point copies = { "700x900", "B", "0.05", "access", "copy" };
    const struct {
        const char *variant;
        const struct gpu_shader *shipped, *planted;
        struct point point;
    } faults[] = {
        { "brute", &kernel_detp_brute, &kernel_planted_detp_brute_tile, dense },
        { "octree", &kernel_detp_octree_jobs, &kernel_planted_detp_octree_jobs, dense },
        { "octree", &kernel_detp_octree_discs, &kernel_planted_detp_octree_discs, dense },
        { "octree", &kernel_detp_octree_fill, &kernel_planted_detp_octree_fill, dense },
        { "octree_paper", &kernel_detp_octree_paper_discs, &kernel_planted_detp_paper_discs, grid },
        { "octree_paper", &kernel_detp_octree_paper_rays, &kernel_planted_detp_paper_rays, nodes },
        { "octree_paper", &kernel_detp_octree_paper_hits, &kernel_planted_detp_paper_hits, chunks },
        { "octree_paper", &kernel_detp_octree_paper_copy, &kernel_planted_detp_paper_copy, copies },
    };
    if (!gpu)
        skip();
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        replacement = (struct gpu_replacement){ faults[i].shipped, faults[i].planted };
        assert_case_ended(run(one_variant(&detp_estimate, faults[i].variant), &faults[i].point),
                          BENCH_FAILED_VERIFY, NULL);
    }
    replacement.shader = NULL;
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
