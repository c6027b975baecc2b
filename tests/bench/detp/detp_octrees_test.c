/* SPDX-License-Identifier: MIT */
/*
 * detp_octrees_test.c: octree and octree_paper under validation, on all levels, in all parts, with
 * lists in one buffer and in batches, discs of more than one job, queues that are too short; then
 * kernels that are bad on purpose, which the check must see.
 */
#include "bench/detp/detp.h"

#include "detp.kernels.h"
#include "planted.kernels.h"

#include "tests/one_case.h"

static struct gpu *gpu;
static struct gpu_replacement replacement; /* of the next case */

static struct result run(const struct bench_variant *variant, const char *at)
{
    return one_case_of(.technique = &detp_technique, .bench = &detp_estimate, .variant = variant,
                       .planted = { replacement }, .at = at, .gpu = gpu, .untimed = true);
}

static void assert_ok(const struct bench_variant *variant, const char *const *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_case_ended(run(variant, points[i]), BENCH_OK, NULL);
}

TEST(test_octree)
{
    static const char *const points[] = {
        "size:1x1/mode:B/radius:0.9/leaf_level:5",
        "size:700x900/mode:G/radius:0.0625/leaf_level:1",
        "size:700x900/mode:G/radius:0.13/leaf_level:2",
        "size:700x900/mode:C/radius:0.05/leaf_level:3",
        "size:900x700/mode:A/radius:0.01/leaf_level:4",
        "size:900x700/mode:G/radius:0.0625/leaf_level:5",
        "size:3000x3000/mode:B/radius:0.02/part:build",
        "size:3000x3000/mode:B/radius:0.02/part:trace",
        "size:300x1500/mode:A/radius:0.4/leaf_level:1",
    };
    assert_ok(one_variant(&detp_estimate, "octree"), points, sizeof(points) / sizeof(points[0]));
}

/* Lists that have room for some of the rays alone, or words that count no more. */
TEST(test_batches)
{
    static const char whole[] = "size:900x7000/mode:B/radius:0.05/part:all";
    static const char trace[] = "size:900x7000/mode:B/radius:0.05/part:trace";
    static const struct detp_octree_limits limits[] = {
        { .list_bytes = 40000, .entries = UINT32_MAX, .jobs = 4096 },
        { .list_bytes = 1 << 24, .entries = 40000, .jobs = 4096 },
    };
    struct bench_variant variant = *one_variant(&detp_estimate, "octree");
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        variant.data = &limits[i];
        assert_case_ended(run(&variant, whole), BENCH_OK, NULL);
        assert_case_ended(run(&variant, trace), BENCH_UNSUPPORTED, "an index per batch");
    }
}

/* Jobs as large as they become where there are many, of some rays and of more than one. */
TEST(test_large_jobs)
{
    static const char *const points[] = { "size:900x7000/mode:B/radius:0.05/part:all",
                                          "size:900x700/mode:G/radius:0.0625/leaf_level:1" };
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
    const char *const points[] = {
        "size:1x1/mode:B/radius:0.9/depth:1",
        full ? "size:700x900/mode:G/radius:0.0625/depth:3"
             : "size:700x900/mode:G/radius:0.0625/depth:2",
        full ? "size:400x300/mode:C/radius:0.05/depth:4" : "size:20x15/mode:C/radius:0.05/depth:4",
        full ? "size:60x9000/mode:B/radius:0.05/chunk:none"
             : "size:9x5000/mode:B/radius:0.05/chunk:none",
        full ? "size:700x900/mode:A/radius:0.05/threshold:64"
             : "size:300x400/mode:A/radius:0.05/threshold:64",
        "size:2000x900/mode:B/radius:0.05/threshold:1024",
        full ? "size:700x5900/mode:B/radius:0.05/access:copy"
             : "size:70x5000/mode:B/radius:0.05/access:copy",
    };
    assert_ok(one_variant(&detp_estimate, "octree_paper"), points,
              sizeof(points) / sizeof(points[0]));
}

TEST(test_planted)
{
    static const char dense[] = "size:700x3000/mode:B/radius:0.05";
    static const char grid[] = "size:700x900/mode:G/radius:0.0625/depth:2";
    static const char nodes[] = "size:700x3000/mode:B/radius:0.05/depth:2";
    static const char chunks[] = "size:60x9000/mode:B/radius:0.05/depth:1";
    static const char copies[] = "size:700x900/mode:B/radius:0.05/access:copy";
    const struct {
        const char *variant;
        const struct gpu_shader *shipped, *planted;
        const char *at;
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
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        replacement = (struct gpu_replacement){ faults[i].shipped, faults[i].planted };
        assert_case_ended(run(one_variant(&detp_estimate, faults[i].variant), faults[i].at),
                          BENCH_FAILED_VERIFY, NULL);
    }
    replacement.shader = NULL;
}

int main(void)
{
    return device_unit_run(&gpu, true);
}
