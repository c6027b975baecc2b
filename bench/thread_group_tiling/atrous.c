/* SPDX-License-Identifier: MIT */
/*
 * atrous.c: edge-stopping à-trous passes over the planes of a path tracer, 5 x 5 taps each. What a
 * pass reads again lies as far apart as its taps do; all five follow each other, or, by the axis
 * `spacing`, one of them runs alone on the planes.
 */
#include "bench/thread_group_tiling/benches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "thread_group_tiling.kernels.h"

/* Operations of a tap but the centre, and of all else. */
enum { PLANES = 3, TAP_OPERATIONS = 50, PIXEL_OPERATIONS = 37 };

static void pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                  float rgba[4])
{
    struct tiling_atrous_tap taps[TILING_ATROUS_TAPS];
    for (int i = 0; i < TILING_ATROUS_TAPS; i++) {
        const int64_t spacing = input->own[pass][0];
        const int64_t u = x + spacing * (i % TILING_ATROUS_SIDE - TILING_ATROUS_RADIUS);
        const int64_t v = y + spacing * (i / TILING_ATROUS_SIDE - TILING_ATROUS_RADIUS);
        taps[i].inside = u >= 0 && u < input->width && v >= 0 && v < input->height;
        if (!taps[i].inside)
            continue;
        memcpy(taps[i].guide, tiling_wide_texel(input, 1, u, v), sizeof(taps[i].guide));
        if (pass > 0) {
            tiling_wide_before(input, pass, u, v, taps[i].light);
        } else {
            memcpy(taps[i].light, tiling_wide_texel(input, 0, u, v), 3 * sizeof(float));
            taps[i].light[3] = tiling_wide_texel(input, 2, u, v)[3];
        }
    }
    tiling_atrous_filter(taps, rgba);
}

static bool prepare(struct context *context, struct tiling_wide_input *input)
{
    const char *spacing = context_text_or(context, "spacing", "all");
    const bool all = strcmp(spacing, "all") == 0;
    if (input->plane_count != PLANES)
        return context_unsupported(context, "atrous reads %d planes: leave --planes out", PLANES);
    input->passes = all ? TILING_ATROUS_PASSES : 1;
    for (uint32_t pass = 0; pass < input->passes; pass++)
        input->own[pass][0] = all ? 1 << pass : atoi(spacing);
    const int32_t widest = input->own[input->passes - 1][0];
    input->span = (uint32_t)(2 * TILING_ATROUS_RADIUS * widest);
    input->band_planes = all ? 2 : PLANES; /* the last pass reads the light and the guide */
    input->reach = all ? TILING_ATROUS_REACH : 0;
    input->reads = TILING_ATROUS_TAPS * (PLANES + 2.0 * (input->passes - 1));
    /* Share of the pixels whose taps all lie within the picture, so that they need no test. */
    const double width = (double)input->width - input->span,
                 height = (double)input->height - input->span;
    input->lookups = TILING_ATROUS_TAPS * (PLANES + input->passes - 1.0) *
                     (fmax(0, width) * fmax(0, height) / ((double)input->width * input->height));
    input->operations =
        input->passes * ((TILING_ATROUS_TAPS - 1) * TAP_OPERATIONS + PIXEL_OPERATIONS);
    return true;
}

/* Later passes read plane 1 again, too. */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct tiling_wide_input *input = tiling_wide_input_of(c);
    tiling_wide_work(c, work);
    work->bytes_read += (input->passes - 1) * tiling_wide_planes_must(input) / PLANES;
}

static const struct tiling_wide_bench data = {
    .shaders = { &kernel_thread_group_tiling_atrous, &kernel_thread_group_tiling_atrous_next,
                 &kernel_thread_group_tiling_atrous_next, &kernel_thread_group_tiling_atrous_next,
                 &kernel_thread_group_tiling_atrous_next },
    .pixel = pixel,
    .prepare = prepare,
};

static const char *const spacings[] = { "all", "1", "2", "4", "8", "16", NULL };

static const struct bench_axis axes[] = {
    TILING_WIDE_AXES,
    AXIS("spacing",
         "spacing of taps, in pixels: one pass over the planes, or all five, each on the one "
         "before",
         .names = spacings, AT_DEFAULT("all")),
    { 0 },
};

static const struct bench_values values[] = {
    { "width", { NULL, "2560,8192,16384", "640,2560,8192,16384,24576,32000" } },
    { "n", { "16", "4,16,64", "4,16,64" } },
    { 0 },
};

/* Values of full runs: each pass alone, where the planes no longer fit in the caches. */
static const struct bench_values single_passes[] = {
    { "width", { NULL, NULL, "8192,16384" } },
    { "spacing", { NULL, NULL, "1,2,4,8,16" } },
    { "n", { NULL, NULL, "16" } },
    { 0 },
};
/* Planes of floats, whose band outgrows the caches in narrower pictures. */
static const struct bench_values floats[] = {
    { "width", { NULL, NULL, "24576,32000" } },
    { "format", { NULL, NULL, "rgba32f" } },
    { "n", { NULL, NULL, "16" } },
    { 0 },
};
static const struct bench_values *const more_values[] = { single_passes, floats, NULL };

/* The first of them is the baseline. */
static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_MORTON_VARIANT,
    TILING_HILBERT_VARIANT,
    VARIANT("atrous_permuted", GPU,
            "row by row, pixels moved after each pass so that taps are neighbours in the next",
            "contender; Dolp, Hanika, Dachsbacher 2024, from its abstract",
            .method = &tiling_atrous_permuted),
    { 0 },
};

static const struct bench_join joins[] = {
    { "tiled_x", "width:2560,16384", "page: other kernels" },
    { "morton,hilbert", "width:16384", "page: other kernels" },
    { "atrous_permuted", "width:8192,16384", "dolp claims" },
    { "atrous_permuted", "width", "dolp-width", BENCH_FULL },
    { "row_major,tiled_x", "width:24576,32000 format", "dolp claims of floats", BENCH_FULL },
    { "row_major,atrous_permuted", "width:8192,16384 spacing", "dolp claims by pass", BENCH_FULL },
    { 0 },
};

const struct bench tiling_atrous = {
    .name = "atrous",
    .question = "An edge-stopping denoiser in five passes, taps ever farther apart: which order?",
    .axes = axes,
    .values = values,
    .more_values = more_values,
    .data = &data,
    .joins = joins,
    .variants = variants,
    TILING_WIDE_METHOD(work),
};
