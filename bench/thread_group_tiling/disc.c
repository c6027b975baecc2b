/* SPDX-License-Identifier: MIT */
/*
 * disc.c: eight taps on a disc around each pixel, turned by a table, whose radius comes from what
 * the pixel sees: addresses depend on the picture. What a sample's ray hit nearby is blurred
 * little, what it hit far away is blurred widely.
 *
 * With hit distance q, depth z, turn (a, b) and tap (x, y), in fractions of the radius:
 *
 *   radius  r = 1 + 35 q / (q + z) pixels
 *   place   floor(r (x a - y b) + 1/2), floor(r (x b + y a) + 1/2), from the pixel
 *   weight  N * t^2 / (t^2 + (z' - z)^2) * s / (s + v'), with N = (n' . n)^8, 0 below 1/2,
 *           t = z / 32 + 2^-13, s = v + 2^-6, v the variance; primes are the tap's. The pixel's own
 *           is 1
 *
 * The result is the mean of irradiance and hit distance by these weights. As in picture.h:
 * additions and multiplications alone, the reciprocal by steps of Newton's. Functions of disc.comp
 * bear the same names.
 */
#include "bench/thread_group_tiling/benches.h"

#include "bench/common/device.h"
#include "bench/common/hash.h"

#include <math.h>

#include "thread_group_tiling.kernels.h"

enum { PLANES = 3, TAPS = 8, TURNS = 64, RADIUS = 36, OPERATIONS = 31 + TAPS * 46 };

/* In 32nds of the radius: no two on one line through the middle, none beyond 1. */
static const int32_t taps[TAPS][2] = { { 9, 3 },    { -6, 13 }, { -17, -5 }, { 8, -20 },
                                       { 24, -10 }, { 18, 22 }, { -12, 28 }, { -21, -24 } };

struct turn {
    float a, b; /* cosine and sine */
};

static const float tap_unit = 1.0f / 32;

/* Values of the planes that the disc reads. */
struct seen {
    const float *light, *guide; /* planes 0 and 1 */
    float variance;
};

static struct seen seen_at(const struct tiling_wide_input *input, int64_t x, int64_t y)
{
    return (struct seen){ tiling_wide_texel(input, 0, x, y), tiling_wide_texel(input, 1, x, y),
                          tiling_wide_texel(input, 2, x, y)[3] };
}

static float disc_weight(const struct seen *pixel, const struct seen *tap)
{
    const float *n = pixel->guide, *m = tap->guide;
    const float d = (m[0] * n[0] + m[1] * n[1]) + m[2] * n[2];
    const float d2 = d * d, d4 = d2 * d2;
    const float t = n[3] * 0.03125f + 0.0001220703125f, t2 = t * t;
    const float dz = m[3] - n[3], s = pixel->variance + 0.015625f;
    const float above = ((d4 * d4) * t2) * s;
    const float below = (t2 + dz * dz) * (s + tap->variance);
    const float weight = above * tiling_reciprocal(below);
    return d < 0.5f || weight < 5.9604644775390625e-8f ? 0 : weight;
}

static void pixel(const struct tiling_wide_input *input, uint32_t pass, int64_t x, int64_t y,
                  float rgba[4])
{
    (void)pass;
    const struct turn *turns = input->parameters;
    const struct turn turn = turns[hash_mix((uint32_t)x | (uint32_t)y << 16) % TURNS];
    const struct seen here = seen_at(input, x, y);
    const float hit = here.light[3];
    const float radius =
        1 + (35 * hit) * tiling_reciprocal((hit + here.guide[3]) + 0.0001220703125f);
    float weights = 1;
    for (int k = 0; k < 4; k++)
        rgba[k] = here.light[k];
    for (int i = 0; i < TAPS; i++) {
        const float u = (float)taps[i][0] * tap_unit, v = (float)taps[i][1] * tap_unit;
        const float across = radius * (u * turn.a - v * turn.b) + 0.5f;
        const float down = radius * (u * turn.b + v * turn.a) + 0.5f;
        const struct seen tap =
            seen_at(input, x + (int64_t)floorf(across), y + (int64_t)floorf(down));
        const float weight = disc_weight(&here, &tap);
        for (int k = 0; k < 4; k++)
            rgba[k] = rgba[k] + weight * tap.light[k];
        weights = weights + weight;
    }
    const float over = tiling_reciprocal(weights);
    for (int k = 0; k < 4; k++)
        rgba[k] = rgba[k] * over;
}

static bool prepare(struct context *context, struct tiling_wide_input *input)
{
    struct turn *turns = context_alloc(context, TURNS * sizeof(*turns));
    if (!turns)
        return false;
    if (input->plane_count != PLANES)
        return context_unsupported(context, "disc reads %d planes: leave --planes out", PLANES);
    /* 64 points of the unit circle, by a rational parameter: a quarter of them from 0 to 90
     * degrees, the others those turned. */
    for (int i = 0; i < TURNS; i++) {
        const float parameter = (float)(i % (TURNS / 4)) / (TURNS / 4);
        const float square = parameter * parameter;
        const float a = (1 - square) / (1 + square), b = 2 * parameter / (1 + square);
        const struct turn quarters[4] = { { a, b }, { -b, a }, { -a, -b }, { b, -a } };
        turns[i] = quarters[i / (TURNS / 4)];
    }
    input->parameters = turns;
    for (int i = 0; i < TAPS; i++) {
        input->own[0][2 * i] = taps[i][0];
        input->own[0][2 * i + 1] = taps[i][1];
    }
    input->span = 2 * RADIUS;
    input->reads = input->lookups = (1 + TAPS) * PLANES;
    input->operations = OPERATIONS;
    return true;
}

static bool upload(struct context *context, struct tiling_wide_input *input)
{
    input->buffers[0] =
        buffer_create(context->scope, "turns", TURNS * sizeof(struct turn), input->parameters);
    return input->buffers[0];
}

static const struct tiling_wide_bench data = {
    .shaders = { &kernel_thread_group_tiling_disc },
    .pixel = pixel,
    .prepare = prepare,
    .upload = upload,
};

static const struct bench_axis axes[] = { TILING_WIDE_AXES, { 0 } };

static const struct bench_values values[] = {
    { "width", { NULL, "2560,8192,16384", "640,2560,8192,16384,24576,32000" } },
    { "n", { "16", "4,16,64", "4,8,16,64" } },
    { 0 },
};

static const struct bench_variant variants[] = {
    TILING_ROW_MAJOR_VARIANT,
    TILING_TILED_X_VARIANT,
    TILING_MORTON_VARIANT,
    TILING_HILBERT_VARIANT,
    { 0 },
};

static const struct bench_join joins[] = {
    { "tiled_x", "width:2560,16384", "page: other kernels" },
    { "morton,hilbert", "width:16384", "page: other kernels" },
    { "tiled_x", "width:24576,32000", "bavoil claims", BENCH_FULL },
    { 0 },
};

const struct bench tiling_disc = {
    .name = "disc",
    .question =
        "Eight taps that turn from pixel to pixel, as far as the picture says: which order?",
    .axes = axes,
    .values = values,
    .joins = joins,
    .data = &data,
    .variants = variants,
    TILING_WIDE_METHOD(tiling_wide_work),
};
