/* SPDX-License-Identifier: MIT */
#include "bench/cbt/cbt.h"

#include "bench/cbt/terrain/terrain.h"

#include <math.h>
#include <stdlib.h>

static const struct bench *const benches[] = {
    &cbt_sum_reduction, &cbt_first_passes, &cbt_first_levels, &cbt_update, &cbt_update_pass,
    &cbt_dispatcher,    &cbt_frame,        &cbt_draw,         NULL
};

/* Set-up and reference take less than 0.1 s; the paper's own first. */
static const char *const gate[] = {
    "cbt.sum_reduction/prepass/depth:24/bits:quarter",
    "cbt.sum_reduction/packed/depth:24/bits:quarter",
    "cbt.sum_reduction/naive/depth:24/bits:quarter",
    "cbt.sum_reduction/packed_snapshot/depth:24/bits:quarter",
    "cbt.sum_reduction/aligned/depth:24/bits:quarter",
    "cbt.sum_reduction/fused/depth:24/bits:quarter",
    "cbt.sum_reduction/dirty/depth:24/bits:quarter",
    "cbt.sum_reduction/prefix/depth:24/bits:quarter",
    "cbt.update/prepass/sequence:N/depth:20/frame:split",
    "cbt.update/packed/sequence:N/depth:20/frame:split",
    "cbt.update/aligned/sequence:N/depth:20/frame:split",
    "cbt.update/fused/sequence:N/depth:20/frame:split",
    "cbt.update/dirty/sequence:N/depth:20/frame:split",
    "cbt.update/ocbt/sequence:N/depth:20/frame:split/slots:128K",
    "cbt.update/ocbt_lean/sequence:N/depth:20/frame:split/slots:128K",
    NULL,
};

/* Two heaps, the workload's and the case's own, of half a byte for each bit. */
static double scale_bytes(const struct technique_scale *own, const char *size)
{
    (void)own;
    return exp2(strtod(size, NULL));
}

static const struct technique_scale scale = { .bench = "sum_reduction",
                                              .variant = "prefix_aligned",
                                              .axis = "depth",
                                              .sizes = "18,20,22,24,25,26,27,28,29,30",
                                              .bytes = scale_bytes,
                                              .fixed = { { "bits", "quarter" } } };

const struct technique cbt_technique = {
    .name = "cbt",
    .title = "Concurrent binary trees",
    .alias = NULL,
    .question = "What does each way of reducing and updating a concurrent binary tree cost?",
    .paper = "Deliot, Yao, Dupuy, Rijnen: Experimenting with Concurrent Binary Trees, 2021",
    .benches = benches,
    .gate = gate,
    .scale = &scale,
    .steps = cbt_steps,
    .group_s = 0.65,
    .options = cbt_frame_options,
    .inspections = cbt_inspections,
    .portrait = "terrain --meshlet 4 --pixels 4 --height 180",
    .portrait_kept = cbt_portrait,
};
