/* SPDX-License-Identifier: MIT */
/*
 * gather.c: nine taps of every plane, far around each pixel, with weights that depend on nothing:
 * what a wide denoiser reads, without its arithmetic.
 */
#include "bench/thread_group_tiling/benches.h"

#include <string.h>

#include "thread_group_tiling.kernels.h"

enum { TAPS = 9 };

const char *const tiling_gather_taps[] = { "disc", "cross", "grid", "wide", NULL };

/*
 * Of each of them, in the order of the weights: as the cache model has them, with radius 36. `wide`
 * is disc six times as wide, to 211 pixels: with four planes of RGBA32F, the bytes of eight
 * textures of halves, the band at 2560 x 1440 is 59 MB, more than 50 MiB of cache hold. Passes that
 * resample reach so far: ReSTIR GI (Ouyang et al. 2021, cited from memory) begins with a tenth of
 * the picture, and reads a sample of several floats, normal and position at each tap.
 */
static const int32_t offsets[][TAPS * 2] = {
    { 8, 0, -11, 10, 2, -19, 14, 18, -25, -4, 24, -15, -8, 30, -15, -29, 33, 12 },
    { 0, 0, 18, 0, -18, 0, 36, 0, -36, 0, 0, 18, 0, -18, 0, 36, 0, -36 },
    { -36, -36, 0, -36, 36, -36, -36, 0, 0, 0, 36, 0, -36, 36, 0, 36, 36, 36 },
    { 48, 0, -66, 60, 12, -114, 84, 108, -150, -24, 144, -90, -48, 180, -90, -174, 198, 72 },
};

/* Over 256: the product of a tap's and a plane's. */
static const float tap_weights[TAPS] = { 8, 4, 4, 4, 4, 2, 2, 2, 2 };
static const float plane_weights[TILING_PLANES] = { 4, 2, 1, 1 };

static void pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                  float rgba[4])
{
    for (int i = 0; i < 4; i++)
        rgba[i] = 0;
    const int32_t *taps = input->own[pass];
    for (int t = 0; t < TAPS; t++) {
        const int64_t column = x + taps[2 * t], row = y + taps[2 * t + 1];
        float first[4];
        /* The texel of plane 0, or what stands in its place. */
        if (pass > 0)
            tiling_wide_before(input, pass, column, row, first);
        else
            memcpy(first, tiling_wide_texel(input, 0, column, row), 4 * sizeof(*first));
        tiling_wide_add(first, tap_weights[t] * plane_weights[0] / 256, rgba);
        for (uint32_t plane = 1; plane < input->plane_count; plane++)
            tiling_wide_add(tiling_wide_texel(input, plane, column, row),
                            tap_weights[t] * plane_weights[plane] / 256, rgba);
    }
}

static bool prepare(struct context *context, struct tiling_wide_input *input)
{
    int32_t top = 0, bottom = 0;
    const uint32_t i = axis_place(context, "taps", tiling_gather_taps);
    for (int t = 0; t < TAPS; t++) {
        const int32_t row = offsets[i][2 * t + 1];
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
    }
    input->span = (uint32_t)(bottom - top);
    for (uint32_t pass = 0; pass < input->passes; pass++) {
        memcpy(input->own[pass], offsets[i], sizeof(offsets[i]));
        input->reads += TAPS * input->plane_count;
        input->lookups += TAPS * (input->plane_count - (pass > 0)); /* plane 0 is what was before */
        input->operations += TAPS * input->plane_count * 4 * 2;
    }
    return true;
}

static const struct tiling_wide_bench data = {
    .shaders = { &kernel_thread_group_tiling_gather },
    .pixel = pixel,
    .prepare = prepare,
};

static const struct bench_axis axes[] = { TILING_WIDE_AXES,
                                          AXIS("taps",
                                               "the nine taps, to 36 pixels away; wide: to 211",
                                               .names = tiling_gather_taps, AT_DEFAULT("disc")),
                                          { 0 } };

/* Values of full runs, at widths on either side of the caches: layouts of texels, and the other
 * shapes of groups. */
#define SOME_WIDTHS "2560,8192,16384,32000"
static const struct bench_values more_layouts[] = {
    { "width", { NULL, NULL, SOME_WIDTHS } },
    { "format", { NULL, NULL, "rgba16f,rgba32f" } },
    { "layout", { NULL, NULL, "image,linear,block" } },
    { "n", { NULL, NULL, "4,16,32,64" } },
    { 0 },
};
static const struct bench_values more_blocks[] = {
    { "width", { NULL, NULL, "4096,12288,24576" } },
    { "layout", { NULL, NULL, "block" } },
    { "n", { NULL, NULL, "4,16,64" } },
    { 0 },
};
static const struct bench_values more_groups[] = {
    { "width", { NULL, NULL, SOME_WIDTHS } },
    { "layout", { NULL, NULL, "image,linear" } },
    { "group", { NULL, NULL, "16x8,16x16" } },
    { "n", { NULL, NULL, "16" } },
    { 0 },
};
/* The size of the post's picture, with a band that a cache of 50 MiB does not hold. */
static const struct bench_values wide_taps[] = {
    { "width", { NULL, "2560", "2560" } },        { "planes", { NULL, "4", "4" } },
    { "format", { NULL, "rgba32f", "rgba32f" } }, { "taps", { NULL, "wide", "wide" } },
    { "n", { NULL, "16", "4,16,64" } },           { 0 },
};
static const struct bench_values *const more_values[] = { more_layouts, more_blocks, more_groups,
                                                          wide_taps, NULL };

static const struct bench_join joins[] = {
    { "row_major", "width", "bavoil claims" },
    { "tiled_x", "width:1280,2560,4096,8192,16384,24576,32000 n:16",
      "bavoil claims; bavoil-width" },
    { "tiled_x", "width:2560,4096,8192,16384,24576,32000 n:4", "bavoil claims of N" },
    { "tiled_x", "width:4096,16384,24576,32000 n:64", "bavoil claims of N" },
    { "tiled_y", "width:16384,24576,32000 n", "bavoil claims of N" },
    { "row_major,tiled_x", "width:2560 planes:4 format:rgba32f taps:wide n:16",
      "bavoil claims of far taps" },
    { "column_major,morton,hilbert", "width:2560,8192,16384,24576,32000",
      "bavoil claims of simpler orders; gate; page" },
    { "tiled_y", "width:2560,8192 n:16", "page: orders" },
    { "column_major,boustrophedon,tiled_x,tiled_y,morton,hilbert", "width n:16",
      "bavoil-width, bavoil-rho", BENCH_FULL },
    { "tiled_x,tiled_y", "width:2560,16384,32000 n", "bavoil-n", BENCH_FULL },
    { "row_major,tiled_x", "width:32000 group:16x8,16x16", "bavoil claims of groups", BENCH_FULL },
    { "tiled_x", "width:2560,8192,16384,24576,32000 layout format", "page: layouts", BENCH_FULL },
    { "tiled_x", "width:2560 planes:4 format:rgba32f taps:wide n", "bavoil claims of far taps",
      BENCH_FULL },
    { "tiled_x", "width:8192 layout:linear n:4,32", "page: beside CUDA", BENCH_FULL },
    { "row_major,tiled_x", "width:8192 layout:linear group:16x8", "page: groups", BENCH_FULL },
    { 0 },
};

const struct bench tiling_gather = {
    .name = "gather",
    .question = "Nine taps far around each pixel, of several planes: which launch order?",
    .axes = axes,
    .more_values = more_values,
    .joins = joins,
    .data = &data,
    .variants = tiling_variants,
    TILING_WIDE_METHOD(tiling_wide_work),
};

/*
 * The bench two_passes: gather, and gather again with the first result in place of plane 0. What
 * the first pass touched last is what the cache still holds.
 */

static const struct tiling_wide_bench data_both = {
    .shaders = { &kernel_thread_group_tiling_gather, &kernel_thread_group_tiling_gather_again },
    .pixel = pixel,
    .prepare = prepare,
};

static const struct bench_values values_both[] = {
    { "width", { "640", "640,8192,16384", "640,2560,8192,16384,32000" } },
    { "n", { "16", "16", "1,4,16,64" } },
    { 0 },
};

static const struct bench_variant variants_both[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_HILBERT_VARIANT,
    { 0 },
};

static const struct bench_join joins_both[] = {
    { "*", "width:16384", "page: other kernels" },
    { 0 },
};

const struct bench tiling_two_passes = {
    .name = "two_passes",
    .question = "Two passes, one over what the other wrote: should the second begin at its end?",
    .axes = axes,
    .values = values_both,
    .data = &data_both,
    .joins = joins_both,
    .variants = variants_both,
    TILING_WIDE_METHOD(tiling_wide_work),
};
