/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

static const float least = 1.0f / 16777216; /* 2^-24: below it, a weight is 0 */

static float luminance(const float light[4])
{
    return (0.2126f * light[0] + 0.7152f * light[1]) + 0.0722f * light[2];
}

static float distance(float a, float b)
{
    return a < b ? b - a : a - b;
}

/* The lesser difference of depth to two taps, of those that are inside. */
static float slope(const struct tiling_atrous_tap *before, const struct tiling_atrous_tap *pixel,
                   const struct tiling_atrous_tap *after)
{
    const float z = pixel->guide[3];
    const float a = distance(before->inside ? before->guide[3] : z, z);
    const float b = distance(after->inside ? after->guide[3] : z, z);
    if (!before->inside || !after->inside)
        return before->inside ? a : b;
    return a < b ? a : b;
}

static float alike_normals(const float a[4], const float b[4])
{
    const float d = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    if (d < 0.5f)
        return 0;
    const float d2 = d * d, d4 = d2 * d2, d8 = d4 * d4, d16 = d8 * d8;
    return d16 * d16;
}

/* Values of the pixel that are known before any tap. */
struct pixel {
    const struct tiling_atrous_tap *taps;
    float luminance, spread, depth_may, slope_x, slope_y;
};

static float weight_of(const struct pixel *pixel, int i, int j)
{
    static const float binomial[TILING_ATROUS_SIDE] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
    const struct tiling_atrous_tap *centre = &pixel->taps[TILING_ATROUS_CENTRE];
    const struct tiling_atrous_tap *tap = centre + TILING_ATROUS_SIDE * j + i;
    const float h = binomial[i + TILING_ATROUS_RADIUS] * binomial[j + TILING_ATROUS_RADIUS];
    if (i == 0 && j == 0)
        return h;
    const float across = (float)(i < 0 ? -i : i), down = (float)(j < 0 ? -j : j);
    const float may = (pixel->depth_may + across * pixel->slope_x) + down * pixel->slope_y;
    const float t2 = may * may;
    const float dz = tap->guide[3] - centre->guide[3];
    const float dl = luminance(tap->light) - pixel->luminance;
    const float above = ((h * alike_normals(tap->guide, centre->guide)) * t2) * pixel->spread;
    const float below = (t2 + dz * dz) * (pixel->spread + dl * dl);
    const float weight = above * tiling_reciprocal(below);
    return weight < least ? 0 : weight;
}

void tiling_atrous_filter(const struct tiling_atrous_tap taps[TILING_ATROUS_TAPS], float result[4])
{
    const struct tiling_atrous_tap *centre = &taps[TILING_ATROUS_CENTRE];
    const struct pixel pixel = {
        .taps = taps,
        .luminance = luminance(centre->light),
        .spread = 16 * centre->light[3] + 0.0001220703125f,
        .depth_may = centre->guide[3] * 0.00390625f + 0.0001220703125f,
        .slope_x = slope(centre - 1, centre, centre + 1),
        .slope_y = slope(centre - TILING_ATROUS_SIDE, centre, centre + TILING_ATROUS_SIDE),
    };
    float sum[4] = { 0 }, weights = 0;
    for (int j = -TILING_ATROUS_RADIUS; j <= TILING_ATROUS_RADIUS; j++)
        for (int i = -TILING_ATROUS_RADIUS; i <= TILING_ATROUS_RADIUS; i++) {
            const struct tiling_atrous_tap *tap = centre + TILING_ATROUS_SIDE * j + i;
            if (!tap->inside)
                continue;
            const float weight = weight_of(&pixel, i, j);
            for (int k = 0; k < 3; k++)
                sum[k] = sum[k] + weight * tap->light[k];
            sum[3] = sum[3] + (weight * weight) * tap->light[3];
            weights = weights + weight;
        }
    const float over = tiling_reciprocal(weights);
    for (int k = 0; k < 3; k++)
        result[k] = sum[k] * over;
    const float variance = sum[3] * (over * over);
    result[3] = variance < least ? 0 : variance;
}
