/* SPDX-License-Identifier: MIT */
/* technique.c: the benches of reyes_subdivision and their variants, a row each. */
#include "bench/reyes_subdivision/technique.h"

#include "bench/reyes_subdivision/inspect.h"
#include "bench/reyes_subdivision/run.h"

#include <string.h>

/* Tables --------------------------------------------------------------------------------------- */

static const char *const orders[] = { "interleaved", "noninterleaved", NULL };

#define ORDER_AXIS(full_)                                                                          \
    {                                                                                              \
        .name = "order", .help = "where both children go: side by side, or in two rows",           \
        .names = orders, .values = {                                                               \
            "interleaved",                                                                         \
            "interleaved",                                                                         \
            full_                                                                                  \
        }                                                                                          \
    }
static const struct bench_axis breadth_axes[] = { ORDER_AXIS("interleaved,noninterleaved"), { 0 } };
static const struct bench_axis breadth_host_axes[] = { ORDER_AXIS("interleaved"), { 0 } };

/* Figures 5 and 6: 64 to 1.25 of the most that BREADTH holds. */
#define BATCHES                                                                                    \
    "64,128,256,512,1024,2048,4096,8192,10000,16384,20000,32768,40000,65536,131072,200000,250000," \
    "320000"
#define BATCH_AXIS(quick_, paper_)                                                                 \
    {                                                                                              \
        .name = "batch", .help = "p: ranges of one iteration, at most", .min = 1,                  \
        .max = REYES_RANGES_MAX, .values = {                                                       \
            quick_,                                                                                \
            paper_,                                                                                \
            BATCHES                                                                                \
        }                                                                                          \
    }
static const struct bench_axis bounded_axes[] = { BATCH_AXIS("10000", "10000,40000,200000,250000"),
                                                  { 0 } };

static const struct bench_axis fused_axes[] = {
    { .name = "batch",
      .help = "p: ranges of one iteration, at most",
      .min = 1,
      .max = REYES_RANGES_MAX,
      .values = { "10000", "10000,20000,40000,200000",
                  "64,256,1024,4096,10000,20000,40000,65536,131072,200000,250000" } },
    { 0 },
};

#define GROUPS_AXIS(quick_, paper_, full_)                                                         \
    {                                                                                              \
        .name = "groups", .help = "work-groups", .min = 1, .max = REYES_GROUPS_MAX, .values = {    \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }
#define GROUP_SIZE_AXIS(quick_, paper_, full_)                                                     \
    {                                                                                              \
        .name = "group_size", .help = "threads of a work-group", .min = REYES_GROUP_SIZE_MIN,      \
        .max = REYES_GROUP_SIZE_MAX, .values = {                                                   \
            quick_,                                                                                \
            paper_,                                                                                \
            full_                                                                                  \
        }                                                                                          \
    }

static bool output_accepts(const char *value)
{
    return strcmp(value, "none") == 0;
}

/* Figure 7: 1 to 150 groups; and on to several per multiprocessor. */
#define GROUPS "1,2,4,8,16,24,32,48,64,80,90,96,100,104,112,120,132,150"
static const struct bench_axis local_host_axes[] = {
    GROUPS_AXIS("32", "32", GROUPS),
    GROUP_SIZE_AXIS("64", "64", "64"),
    { .name = "output",
      .help = "ranges that the output has room for; the host returns when it is full",
      .min = 1,
      .max = REYES_RANGES_MAX,
      .accepts = output_accepts,
      .accepts_help = "none: room for all",
      .values = { "10000", "10000", "10000,none" } },
    { 0 },
};
static const struct bench_axis local_axes[] = {
    GROUPS_AXIS("32", "32,132,528", GROUPS ",264,528,1056,2112"),
    GROUP_SIZE_AXIS("64", "64", "32,64,128"),
    { 0 },
};
static const struct bench_axis local_shared_axes[] = {
    GROUPS_AXIS("32", "132", "32,132,528"),
    GROUP_SIZE_AXIS("64", "64", "64"),
    { 0 },
};
static const struct bench_axis local_seeded_axes[] = {
    GROUPS_AXIS("32", "132,528", "32,132,264,528,1056"),
    GROUP_SIZE_AXIS("64", "64", "32,64,128"),
    { 0 },
};

/* None of them waits for another group: no forward progress between groups is needed. */
static const struct bench_variant variants[] = {
    {
        .name = "breadth_host",
        .summary = "BREADTH: bound, prefix sums, split; the host reads the count of each level",
        .source = "Weber 2014, Section 3; Patney and Owens 2008",
        .kind = BENCH_HOST_DRIVEN,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = breadth_host_axes,
        .method = &reyes_breadth_host,
        .data = &reyes_scheme_breadth,
    },
    {
        .name = "bounded_host",
        .summary = "BOUNDED: the last p ranges of a stack per iteration; the host reads its height",
        .source = "Weber 2014, Section 3.1",
        .kind = BENCH_HOST_DRIVEN,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = bounded_axes,
        .method = &reyes_bounded_host,
        .data = &reyes_scheme_bounded,
    },
    {
        .name = "local_host",
        .summary = "LOCAL: stacks in shared memory; the host empties the output when it is full",
        .source = "Weber 2014, Section 3.3",
        .kind = BENCH_HOST_DRIVEN,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = local_host_axes,
        .method = &reyes_local_host,
        .data = &reyes_scheme_local,
    },
    {
        .name = "breadth",
        .summary = "BREADTH by indirect dispatches, the host not in between",
        .source = "contender; Weber 2014, Section 5, asks for it",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = breadth_axes,
        .method = &reyes_breadth,
        .data = &reyes_scheme_breadth,
    },
    {
        .name = "bounded",
        .summary = "BOUNDED by indirect dispatches, as many as the frame before needed and some",
        .source = "contender; Weber 2014, Section 5, asks for it",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = bounded_axes,
        .method = &reyes_bounded,
        .data = &reyes_scheme_bounded,
    },
    {
        .name = "local",
        .summary = "LOCAL with an output that has room for all",
        .source = "Weber 2014, Section 4",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = local_axes,
        .method = &reyes_local,
        .data = &reyes_scheme_local,
    },
    {
        .name = "local_shared",
        .summary = "LOCAL with a single queue of inputs",
        .source = "Weber 2014, Section 3.3, its words",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = local_shared_axes,
        .method = &reyes_local_shared,
        .data = &reyes_scheme_local,
    },
    {
        .name = "local_seeded",
        .summary = "levels breadth first until each thread has a range, then LOCAL",
        .source = "contender",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = local_seeded_axes,
        .method = &reyes_local_seeded,
        .data = &reyes_scheme_local,
    },
    {
        .name = "breadth_append",
        .summary = "BREADTH in one pass per level, an atomic per group in place of prefix sums",
        .source = "contender",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .method = &reyes_breadth_append,
        .data = &reyes_scheme_append,
    },
    {
        .name = "bounded_fused",
        .summary =
            "BOUNDED in one pass per iteration: threads look up their parents and split them",
        .source = "contender",
        .kind = BENCH_GPU,
        .needs = GPU_SUBGROUP_ARITHMETIC,
        .axes = fused_axes,
        .method = &reyes_bounded_fused,
        .data = &reyes_scheme_bounded,
    },
    {
        .name = "recursion",
        .summary = "depth first on one CPU thread",
        .source = "Weber 2014, Section 3; Cook et al. 1987",
        .kind = BENCH_CPU,
        .method = &reyes_recursion,
        .data = &reyes_scheme_recursion,
    },
    { 0 },
};

const struct bench reyes_bound_and_split = {
    .name = "bound_and_split",
    .question = "Patches split until small on the screen: breadth first, in bounded batches, or in "
                "the work-group's own memory?",
    .axes = reyes_axes,
    .variants = variants,
    .workload_bytes = sizeof(struct reyes_workload),
    .workload = reyes_workload,
    .upload = reyes_upload,
    .method = { .case_bytes = sizeof(struct reyes_run), .check = reyes_check, .work = reyes_work },
};

static const struct bench *const benches[] = { &reyes_bound_and_split, &reyes_modern, &reyes_frame,
                                               NULL };

const struct technique reyes_technique = {
    .name = "reyes_subdivision",
    .alias = "reyes",
    .question = "Bound-and-split of patches: how much memory buys how much speed?",
    .paper = "Weber 2014, Memory-efficient Adaptive Subdivision for Software Rendering on the GPU",
    .benches = benches,
    .options = reyes_options,
    .inspections = reyes_inspections,
};
