/* SPDX-License-Identifier: MIT */
/* modern.c: bound-and-split at today's sizes, each variant at few points of its axes. */
#include "bench/reyes_subdivision/run.h"
#include "bench/reyes_subdivision/technique.h"

static const struct bench_values values[] = {
    { "scene",
      { "teapot", "hair_generated", "teapot,hair_generated,eye_plane" },
      .check = "teapot" },
    { "size", { "3840x2160" } },
    { "limit", { "64", "8", "8,4,2" } },
    { "max_depth", { "23" } },
    { "eye_rule", { "2014", "2014", "2014,larger" } },
    { "batch", { "40000" } },
    { "groups", { "528", "528", "528,1056" } },
    { 0 },
};

static const struct bench_values scans_values[] = { { "batch", { "40000" } }, { 0 } };

static const struct bench_variant variants[] = {
    { REYES_VARIANT(breadth_scans, breadth_scans, BENCH_HOST_DRIVEN),
      .summary = "BREADTH as published: bound, scans of two arrays of flags, move; the host "
                 "reads both sums",
      .source = "Weber 2014, Section 3; its program" },
    { REYES_VARIANT(bounded_scans, bounded_scans, BENCH_HOST_DRIVEN),
      .summary = "BOUNDED as published: the last p ranges of a stack per iteration, by such scans",
      .source = "Weber 2014, Section 3.1; its program", .axes = reyes_bounded_axes,
      .values = scans_values },
    { REYES_VARIANT(breadth_host, breadth, BENCH_HOST_DRIVEN),
      .summary = "BREADTH in two dispatches per iteration; the host reads the count of each level",
      .source = "contender; Weber 2014, Section 3" },
    { REYES_VARIANT(bounded_host, bounded, BENCH_HOST_DRIVEN),
      .summary = "BOUNDED in two dispatches per iteration; the host reads the stack's height",
      .source = "contender; Weber 2014, Section 3.1", .axes = reyes_bounded_axes },
    { REYES_VARIANT(breadth, breadth, BENCH_GPU), .summary = "BREADTH by indirect dispatches",
      .source = "contender; Weber 2014, Section 5, asks for it" },
    { REYES_VARIANT(bounded, bounded, BENCH_GPU), .summary = "BOUNDED by indirect dispatches",
      .source = "contender; Weber 2014, Section 5, asks for it", .axes = reyes_bounded_axes },
    { REYES_VARIANT(local, local, BENCH_GPU),
      .summary = "LOCAL with an output that has room for all", .source = "Weber 2014, Section 4",
      .axes = reyes_local_axes },
    { REYES_VARIANT(local_seeded, local, BENCH_GPU),
      .summary = "levels breadth first until each thread has a range, then LOCAL",
      .source = "contender", .axes = reyes_local_axes },
    { REYES_VARIANT(breadth_append, append, BENCH_GPU), .summary = "BREADTH in one pass per level",
      .source = "contender" },
    { REYES_VARIANT(bounded_fused, bounded, BENCH_GPU),
      .summary = "BOUNDED in one pass per iteration", .source = "contender",
      .axes = reyes_bounded_axes },
    { 0 },
};

const struct bench reyes_modern = {
    .name = "bound_and_split_modern",
    .question = "The same at today's sizes: 3840 x 2160, limits of 8, 4 and 2 pixels, k = 23",
    .axes = reyes_axes,
    .values = values,
    .variants = variants,
    .workload_bytes = sizeof(struct reyes_workload),
    .workload = reyes_workload,
    .upload = reyes_upload,
    .method = { .case_bytes = sizeof(struct reyes_run), .check = reyes_check, .work = reyes_work },
};
