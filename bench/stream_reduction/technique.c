/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include <stdlib.h>

#define ALL_PROBABILITIES "0,0.01,0.1,0.5,0.9,1"

/* Beside all n at p .5: what p does, and what entries of four bytes do. */
static const struct bench_values probabilities[] = {
    { "n", { "64", "1024", "1024,4096" } },
    { "p", { "0.5", ALL_PROBABILITIES, ALL_PROBABILITIES } },
    { NULL },
};
static const struct bench_values indices[] = {
    { "n", { "64", "4096", "64,128,256,512,1024,2048,4096,8192" } },
    { "element", { "tuple", "index", "index" } },
    { NULL },
};
static const struct bench_values *const more_values[] = { probabilities, indices, NULL };

static const struct bench_join joins[] = {
    { "quadtree,binary_tree,single_pass,pointer_walk,simd,simd_threads,quadtree_allocating,single_"
      "pass_allocating",
      "n:64,256,1024,2048,4096", "lastra claims; lastra-10" },
    { "append,reduce_then_scan", "n:1024", "gate" },
    { "quadtree,single_pass,pointer_walk,branchless", "n:1024 p:0,0.1,0.5,0.9,1",
      "page: the share of valid entries" },
    { "pointer_walk,simd,simd_threads", "n:64,256,1024,2048,4096 allocation:exact",
      "lastra claims with allocation; lastra-10" },
    { "simd_threads", "n:64,256,1024,2048,4096 allocation:whole", "lastra claims with allocation" },
    { "quadtree_allocating,pointer_walk", "n:1024 p:0.1,0.5,0.9 allocation:exact",
      "lastra claims of p" },
    { "quadtree,binary_tree,append,reduce_then_scan,single_pass", "n:64,1024,4096 cache:cold",
      "page: cold caches" },
    { "single_pass,single_pass_numbered", "n:4096 element", "page: elements of four bytes" },
    { "pointer_walk,simd,simd_threads", "n", "lastra-10", BENCH_FULL },
    { "quadtree_allocating,pointer_walk,simd,simd_threads", "n allocation:exact", "lastra-10",
      BENCH_FULL },
    { 0 },
};

static const struct bench stream_compact = {
    .name = "compact",
    .question = "The valid entries of a stream, next to each other: how fast?",
    .axes = stream_input_axes,
    .more_values = more_values,
    .joins = joins,
    .variants = stream_variants,
    .cache_matters = true,
    .cold_in_paper = true,
    .alters = true,
    .workload_bytes = sizeof(struct stream_input),
    .workload = stream_input_make,
    .upload = stream_input_upload,
    .method = { .record = stream_record, .check = stream_check, .work = stream_work },
};

static const struct bench *const benches[] = { &stream_compact, &stream_transfer, NULL };

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "stream_reduction.compact/quadtree/n:1024/p:0.5/element:tuple",
    "stream_reduction.compact/binary_tree/n:1024/p:0.5/element:tuple",
    "stream_reduction.compact/append/n:1024/p:0.5/element:tuple",
    "stream_reduction.compact/reduce_then_scan/n:1024/p:0.5/element:tuple",
    "stream_reduction.compact/single_pass/n:1024/p:0.5/element:tuple",
    NULL,
};

/* Indices, the stream and its answer. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return 8.5 * strtod(size, NULL) * strtod(size, NULL);
}

static const struct technique_scale scale = {
    .bench = "compact",
    .variant = "single_pass",
    .axis = "n",
    .sizes = "64,128,256,512,1024,1536,2048,3072,4096,8192,16384",
    .bytes = scale_bytes,
    .fixed = { { "p", "0.5" }, { "element", "index" }, { "cluster", "1" } }
};

const struct technique stream_technique = {
    .name = "stream_reduction",
    .title = "Stream reduction",
    .alias = "stream",
    .question = "Compact a stream, order kept: on the CPU or on the GPU?",
    .paper = "Lastra, Ureña, Bittner, García, Montes: Estimación de Densidades usando GPUs, 2008",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .group_s = 0.7,
    .full_scale = 1,
    .steps = stream_steps,
    .inspections = stream_inspections,
    .portrait = "stream --n 32 --p 0.4 --cluster 3",
};
