/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include <stdlib.h>

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
static double scale_bytes(const char *size)
{
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
