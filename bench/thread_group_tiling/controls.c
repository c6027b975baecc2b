/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/benches.h"

#include "thread_group_tiling.kernels.h"

enum { SIDE = 7 };

/* Over 64: a row of the binomial weights, of which each weight is a product. */
static const float binomial[SIDE] = { 1, 6, 15, 20, 15, 6, 1 };

/* Over 8. */
static const float plane_weights[TILING_PLANES] = { 4, 2, 1, 1 };

static void dense_pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                        float rgba[4])
{
    (void)pass;
    for (int i = 0; i < 4; i++)
        rgba[i] = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            for (uint32_t plane = 0; plane < input->plane_count; plane++)
                tiling_wide_add(
                    tiling_wide_texel(input, plane, x + column - SIDE / 2, y + row - SIDE / 2),
                    binomial[row] * binomial[column] * plane_weights[plane] / (64 * 64 * 8), rgba);
}

static bool dense_prepare(struct context *context, struct tiling_wide_input *input)
{
    (void)context;
    input->span = SIDE - 1;
    input->reads = input->lookups = SIDE * SIDE * input->plane_count;
    input->operations = input->reads * 4 * 2;
    return true;
}

static void pointwise_pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x,
                            int64_t y, float rgba[4])
{
    (void)pass;
    for (int i = 0; i < 4; i++)
        rgba[i] = 0;
    for (uint32_t plane = 0; plane < input->plane_count; plane++)
        tiling_wide_add(tiling_wide_texel(input, plane, x, y), plane_weights[plane] / 8, rgba);
}

static bool pointwise_prepare(struct context *context, struct tiling_wide_input *input)
{
    (void)context;
    input->reads = input->lookups = input->plane_count;
    input->operations = input->reads * 4 * 2;
    return true;
}

static const struct bench_axis axes[] = { TILING_WIDE_AXES, { 0 } };

static const struct bench_values values[] = {
    { "width", { "640", "640,8192,16384", "640,2560,8192,16384,32000" } },
    { "n", { "16", "16", "1,4,16,64" } },
    { 0 },
};

/* The baseline, and two that gain elsewhere. */
static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_HILBERT_VARIANT,
    { 0 },
};

static const struct tiling_wide_bench dense = {
    .shaders = { &kernel_thread_group_tiling_dense },
    .pixel = dense_pixel,
    .prepare = dense_prepare,
};

static const struct tiling_wide_bench pointwise = {
    .shaders = { &kernel_thread_group_tiling_pointwise },
    .pixel = pointwise_pixel,
    .prepare = pointwise_prepare,
};

static const struct bench_join control_joins[] = {
    { "tiled_x", "width:8192,16384", "bavoil claims of controls" },
    { "hilbert", "width:16384", "page: other kernels" },
    { 0 },
};

#define CONTROL(name_, question_)                                                                  \
    const struct bench tiling_##name_ = { .name = #name_,                                          \
                                          .question = question_,                                   \
                                          .axes = axes,                                            \
                                          .values = values,                                        \
                                          .data = &name_,                                          \
                                          .joins = control_joins,                                  \
                                          .variants = variants,                                    \
                                          TILING_WIDE_METHOD(tiling_wide_work) }

CONTROL(dense, "A window of 7 x 7 neighbours, nearly all of it cached nearby: does order matter?");
CONTROL(pointwise, "Nothing but a pixel's own texels, which nobody shares: does order matter?");
