/* SPDX-License-Identifier: MIT */
/* technique.c: the benches of reyes_subdivision and their variants, a row each. */
#include "bench/reyes_subdivision/reyes.h"

#include "bench/reyes_subdivision/run.h"

#include <stdlib.h>
#include <string.h>

/* Figures 5 and 6: 64 to 1.25 of the most that BREADTH holds. */
#define BATCHES                                                                                    \
    "64,128,256,512,1024,2048,4096,8192,10000,16384,20000,32768,40000,65536,131072,200000,250000," \
    "320000"
/* Figure 7: 1 to 150 groups; and on to several per multiprocessor. */
#define GROUPS "1,2,4,8,16,32,48,64,80,96,112,132,150"

static const struct bench_values values[] = {
    { "scene",
      { "teapot,hair_generated.500", REYES_REPORT_SCENES "," REYES_MODEL_SCENES,
        REYES_REPORT_SCENES "," REYES_MODEL_SCENES } },
    { "size", { "1280x1024", "1280x1024", "1280x1024,512x512" } }, /* the latter of Patney, Owens */
    { "limit", { "8", "8", "8,16" } },
    { "batch", { "10000", "10000,40000,200000,250000", BATCHES } },
    { "groups", { "32", "32,132" } },
    { 0 },
};

static const struct bench_values breadth_values[] = {
    { "order", { "interleaved", "interleaved,noninterleaved" } }, { 0 }
};
/* Enough to see whether time falls steadily as p grows, as Figures 5 and 6 have it. */
static const struct bench_values bounded_values[] = {
    { "batch", { "10000", "4096,10000,20000,40000,100000,200000,250000", BATCHES ",100000" } },
    { 0 },
};
/* Values of batches: with small ones an execution takes seconds, so the published one is enough. */
static const struct bench_values bounded_host_values[] = {
    { "batch",
      { "10000", "10000,40000,200000,250000",
        "1024,4096,10000,20000,40000,65536,131072,200000,250000,320000" } },
    { 0 },
};
/* Close enough about the batch that matches BREADTH for its place to be within the report's. */
static const struct bench_values scans_values[] = {
    { "batch",
      { "10000", "10000,40000,100000,165000,170000,200000,250000,320000",
        BATCHES ",100000,165000,170000" } },
    { 0 },
};
static const struct bench_values fused_values[] = {
    { "batch",
      { "10000", "10000,20000,40000,200000",
        "64,256,1024,4096,10000,20000,40000,65536,131072,200000,250000" } },
    { 0 },
};
static const struct bench_values local_host_values[] = {
    { "groups", { "32", "32,64,80,96,112", GROUPS } }, /* the dip of Figure 7 */
    { "output", { "10000" } },
    { 0 },
};
static const struct bench_values local_values[] = {
    { "groups",
      { "32", "32,132,264,528,per_multiprocessor",
        GROUPS ",264,528,1056,2112,per_multiprocessor" } },
    { 0 },
};
static const struct bench_values local_seeded_values[] = {
    { "groups", { "32", "32,132,528", "32,132,264,528,1056" } },
    { 0 },
};

static const struct bench_values local_subgroup_values[] = {
    { "groups", { "32", "1056", "132,264,528,660,792,924,1056,2112" } },
    { "group_size", { "32", "32", "32,64" } },
    { 0 },
};
static const struct bench_values local_redistributed_values[] = {
    { "groups", { "32", "528,1056", "264,528,1056,2112" } },
    { "group_size", { "32", "32", "32" } },
    { 0 },
};

static const struct bench_values program_values[] = {
    { "groups", { "32", "528,1056", "528,1056" } },
    { 0 },
};

#define PROGRAM_VARIANT(name_)                                                                     \
    VARIANT(#name_ "_cuda", CPU, #name_ " as a CUDA program, of depths up to 15", "contender",     \
            .api = "cuda", .steps = #name_ "_cuda", .at_some_points = true,                        \
            .axes = reyes_program_axes, .values = program_values, .method = &reyes_program,        \
            .data = &reyes_scheme_program)

/* The variants. No group waits for another, so forward progress between groups is not needed. */
static const struct bench_variant variants[] = {
    REYES_VARIANT(breadth_scans, breadth_scans, HOST_DRIVEN,
                  "BREADTH as published: bound, scans of two arrays of flags, move; the host "
                  "reads both sums",
                  "Weber 2014, Section 3; its program", NULL, NULL),
    REYES_VARIANT(bounded_scans, bounded_scans, HOST_DRIVEN,
                  "BOUNDED as published: the last p ranges of a stack per iteration, by such scans",
                  "Weber 2014, Section 3.1; its program", reyes_bounded_axes, scans_values),
    REYES_VARIANT(breadth_host, breadth, HOST_DRIVEN,
                  "BREADTH in two dispatches per iteration; the host reads the count of each level",
                  "contender; Weber 2014, Section 3; Patney and Owens 2008", reyes_breadth_axes,
                  NULL),
    REYES_VARIANT(bounded_host, bounded, HOST_DRIVEN,
                  "BOUNDED in two dispatches per iteration; the host reads the stack's height",
                  "contender; Weber 2014, Section 3.1", reyes_bounded_axes, bounded_host_values),
    REYES_VARIANT(local_host, local, HOST_DRIVEN,
                  "LOCAL: stacks in shared memory; the host empties the output when it is full",
                  "Weber 2014, Section 3.3", reyes_local_host_axes, local_host_values),
    REYES_VARIANT(breadth, breadth, GPU, "BREADTH by indirect dispatches, the host not in between",
                  "contender; Weber 2014, Section 5, asks for it", reyes_breadth_axes,
                  breadth_values),
    REYES_VARIANT(bounded, bounded, GPU, "BOUNDED by indirect dispatches, the host not in between",
                  "contender; Weber 2014, Section 5, asks for it", reyes_bounded_axes,
                  bounded_values),
    REYES_VARIANT(local, local, GPU, "LOCAL with an output that has room for all",
                  "Weber 2014, Section 4", reyes_local_axes, local_values),
    REYES_VARIANT(local_shared, local, GPU, "LOCAL with a single queue of inputs",
                  "Weber 2014, Section 3.3, its words", reyes_local_axes, NULL),
    REYES_VARIANT(local_spill, local, GPU,
                  "LOCAL whose stacks have their tops in shared memory, and the rest in global",
                  "Weber 2014, Section 3.3, which names spill buffers and no more",
                  reyes_local_spill_axes, NULL),
    REYES_VARIANT(local_seeded, local, GPU,
                  "levels breadth first until each thread has a range, then LOCAL", "contender",
                  reyes_local_axes, local_seeded_values),
    REYES_VARIANT(breadth_append, append, GPU,
                  "BREADTH in one pass per level, an atomic per group in place of prefix sums",
                  "contender", NULL, NULL),
    REYES_VARIANT(bounded_fused, bounded, GPU,
                  "BOUNDED in one pass per iteration: threads look up their parents and split them",
                  "contender", reyes_bounded_axes, fused_values),
    REYES_VARIANT_OF(
        local_subgroup, local_subgroup, GPU,
        "LOCAL with a stack per subgroup: no barriers of the group, drawn ranges gathered",
        "contender", reyes_local_axes, local_subgroup_values, GPU_SUBGROUP_BALLOT),
    REYES_VARIANT_OF(local_redistributed, local_subgroup, GPU,
                     "the same in two launches: after some rounds all stacks are shared out again",
                     "contender", reyes_redistributed_axes, local_redistributed_values,
                     GPU_SUBGROUP_BALLOT),
    PROGRAM_VARIANT(local_subgroup),
    PROGRAM_VARIANT(local_redistributed),
    { 0 },
};

static const struct bench_join joins[] = {
    { "breadth_scans,breadth_host,breadth_append,bounded_host,local_spill",
      "scene:teapot,bigguy,killeroo,hair", "weber claims; the page's table of variants" },
    { "breadth", "scene:teapot,bigguy,killeroo,hair order", "weber claims of the order" },
    { "bounded_scans", "scene:teapot,bigguy,killeroo,hair batch:10000,40000,250000",
      "weber claims of BOUNDED" },
    { "bounded_scans", "scene:hair batch:100000,165000,170000,200000,320000",
      "weber claims of memory" },
    { "bounded_host,bounded", "scene:teapot,bigguy,killeroo,hair batch:10000",
      "weber claims of BOUNDED" },
    { "bounded", "scene:teapot,bigguy,killeroo,hair batch:40000", "page: batches" },
    { "bounded", "scene:hair batch:200000", "page: batches" },
    { "bounded_fused", "scene:teapot,bigguy,killeroo,hair batch:10000,20000,40000,200000",
      "weber claims of contenders" },
    { "local_host", "scene:teapot,bigguy,killeroo,hair", "weber claims of LOCAL" },
    { "local_host", "scene:hair groups:64,80,96,112", "weber claims of Figure 7" },
    { "local", "scene:teapot,bigguy,killeroo,hair groups:32,132,528", "weber claims of LOCAL" },
    { "local", "scene:hair groups:per_multiprocessor", "weber claims of LOCAL" },
    { "local_shared", "scene:teapot,bigguy,killeroo,hair groups:32,132",
      "weber claims of shared memory" },
    { "local_seeded", "scene:teapot,bigguy,killeroo,hair groups:528", "page: LOCAL from seeds" },
    { "local_seeded", "groups:132", "gate" },
    { "local_redistributed,local_subgroup_cuda,local_redistributed_cuda",
      "scene:teapot,hair groups:528", "page: subgroups" },
    { "breadth_scans,bounded_scans,local_host",
      "scene:bigguy_standin,killeroo_standin,hair_generated",
      "weber-table-1, weber-table-2, weber-returns: substitutes", BENCH_FULL },
    { "breadth_scans,bounded_scans,breadth_host,bounded_host,breadth,bounded,breadth_append,"
      "bounded_fused",
      "scene:teapot,hair_generated,hair batch order", "weber-5-6, weber-5-6-memory, weber-5-6-gpu",
      BENCH_FULL },
    { "breadth_scans,bounded_scans,breadth_host,bounded_host,breadth,bounded,breadth_append,"
      "bounded_fused",
      "size:512x512 limit:16 batch:20000", "weber-5-6: another picture", BENCH_FULL },
    { "local_host,local,local_seeded,local_subgroup",
      "scene:hair_generated,hair groups group_size:64 output:10000", "weber-7, weber-7-gpu",
      BENCH_FULL },
    { "local_host,bounded_scans",
      "scene:teapot,bigguy_standin,killeroo_standin,bigguy,killeroo groups:1 batch:64",
      "weber-table-1: least memory", BENCH_FULL },
    { "breadth_scans", "scene:killeroo size:512x512 limit:16", "weber claims of a smaller picture",
      BENCH_FULL },
    { "local_seeded", "scene:teapot,hair group_size:64,128", "page: subgroups", BENCH_FULL },
    { "local_subgroup", "groups:528 group_size:64", "page: subgroups", BENCH_FULL },
    { 0 },
};

const struct bench reyes_bound_and_split = {
    .name = "bound_and_split",
    .question = "Patches split until small on the screen: breadth first, in bounded batches, or in "
                "the work-group's own memory?",
    .axes = reyes_axes,
    .values = values,
    .joins = joins,
    .variants = variants,
    .alters = true,
    .workload_bytes = sizeof(struct reyes_workload),
    .workload = reyes_workload,
    .upload = reyes_upload,
    .method = { .case_bytes = sizeof(struct reyes_run), .check = reyes_check, .work = reyes_work },
};

static const struct bench *const benches[] = { &reyes_bound_and_split, &reyes_frame, NULL };

/* Set-up and reference take less than 0.1 s; the paper's own first. */
#define GATE(variant, axes)                                                                        \
    "reyes_subdivision.bound_and_split/" variant "/scene:teapot/size:1280x1024/limit:8/"           \
    "max_depth:15/ribbon:32/eye_rule:2014" axes
static const char *const gate[] = { GATE("breadth", "/order:interleaved"),
                                    GATE("bounded", "/batch:40000"),
                                    GATE("local", "/groups:32/group_size:64"),
                                    GATE("local_seeded", "/groups:132/group_size:64"),
                                    GATE("breadth_append", ""),
                                    GATE("bounded_fused", "/batch:40000"),
                                    NULL };

static const struct bench_variable variables[] = {
    { "CLAIMCHECK_MODELS", "folder of models of reyes_subdivision that are not shipped" },
    { NULL, NULL },
};

/* Patches of 192 bytes, and the ranges that are drawn of them. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return 2000 * strtod(strchr(size, '.') + 1, NULL);
}

static const struct technique_scale scale = {
    .bench = "bound_and_split",
    .variant = "local_subgroup",
    .axis = "scene",
    .sizes = "hair_generated.100,hair_generated.1000,hair_generated.10000,hair_generated.30000,"
             "hair_generated.100000,hair_generated.300000,hair_generated.1000000",
    .bytes = scale_bytes,
    .fixed = { { "size", "1280x1024" }, { "groups", "528" }, { "group_size", "64" } }
};

const struct technique reyes_technique = {
    .name = "reyes_subdivision",
    .title = "Reyes subdivision in bounded memory",
    .alias = "reyes",
    .question = "Bound-and-split of patches: how much memory buys how much speed?",
    .paper = "Weber 2014, Memory-efficient Adaptive Subdivision for Software Rendering on the GPU",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .steps = reyes_steps,
    .group_s = 0.4,
    .full_scale = 1.2,
    .options = reyes_options,
    .variables = variables,
    .inspections = reyes_inspections,
    .portrait = "reyes --size 200x160",
};
