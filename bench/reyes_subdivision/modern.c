/* SPDX-License-Identifier: MIT */
/* modern.c: bound-and-split at today's sizes, each variant at few points of its axes. */
#include "bench/reyes_subdivision/run.h"
#include "bench/reyes_subdivision/technique.h"

#define AXIS(name_, help_, min_, max_, few_, full_)                                                \
    {                                                                                              \
        .name = name_, .help = help_, .min = min_, .max = max_, .values = { few_, few_, full_ }    \
    }
#define GROUP_SIZE_AXIS                                                                            \
    AXIS("group_size", "threads of a work-group", REYES_GROUP_SIZE_MIN, REYES_GROUP_SIZE_MAX,      \
         "64", "64")

static const struct bench_axis batch_axes[] = {
    AXIS("batch", "p: ranges of one iteration, at most", 1, REYES_RANGES_MAX, "40000",
         "40000,200000"),
    { 0 },
};
static const struct bench_axis groups_axes[] = {
    AXIS("groups", "work-groups", 1, REYES_GROUPS_MAX, "528", "264,528,1056"),
    GROUP_SIZE_AXIS,
    { 0 },
};

#define VARIANT(name_, scheme_, kind_, axes_, source_, summary_)                                   \
    {                                                                                              \
        .name = #name_, .summary = summary_, .source = source_, .kind = kind_,                     \
        .needs = GPU_SUBGROUP_ARITHMETIC, .axes = axes_, .method = &reyes_##name_,                 \
        .data = &reyes_scheme_##scheme_                                                            \
    }

static const struct bench_variant variants[] = {
    VARIANT(breadth_host, breadth, BENCH_HOST_DRIVEN, NULL, "Weber 2014, Section 3",
            "BREADTH; the host reads the count of each level"),
    VARIANT(bounded_host, bounded, BENCH_HOST_DRIVEN, batch_axes, "Weber 2014, Section 3.1",
            "BOUNDED; the host reads the height of the stack"),
    VARIANT(breadth, breadth, BENCH_GPU, NULL, "contender; Weber 2014, Section 5, asks for it",
            "BREADTH by indirect dispatches"),
    VARIANT(bounded, bounded, BENCH_GPU, batch_axes,
            "contender; Weber 2014, Section 5, asks for it", "BOUNDED by indirect dispatches"),
    VARIANT(local, local, BENCH_GPU, groups_axes, "Weber 2014, Section 4",
            "LOCAL with an output that has room for all"),
    VARIANT(local_seeded, local, BENCH_GPU, groups_axes, "contender",
            "levels breadth first until each thread has a range, then LOCAL"),
    VARIANT(breadth_append, append, BENCH_GPU, NULL, "contender", "BREADTH in one pass per level"),
    VARIANT(bounded_fused, bounded, BENCH_GPU, batch_axes, "contender",
            "BOUNDED in one pass per iteration"),
    { 0 },
};

const struct bench reyes_modern = {
    .name = "bound_and_split_modern",
    .question = "The same at today's sizes: 3840 x 2160, limits of 8, 4 and 2 pixels, k = 23",
    .axes = reyes_modern_axes,
    .variants = variants,
    .workload_bytes = sizeof(struct reyes_workload),
    .workload = reyes_workload,
    .upload = reyes_upload,
    .method = { .case_bytes = sizeof(struct reyes_run), .check = reyes_check, .work = reyes_work },
};
