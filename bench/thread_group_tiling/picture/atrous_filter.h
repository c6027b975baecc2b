/* SPDX-License-Identifier: MIT */
/*
 * atrous_filter.h: one pixel of an edge-stopping à-trous pass: 5 x 5 taps, some spacing apart, of
 * noisy light, weighted by how much what they see is like what the pixel sees. The functions of
 * kernels/thread_group_tiling/atrous.glsl bear the same names without `tiling_`, and give the same
 * bits: additions, subtractions and multiplications alone, in one order, none contracted.
 *
 * Of tap (i, j), each from -2 to 2, with light c, variance v, normal n and depth z, those of the
 * pixel being c0, v0, n0 and z0, and l the luminance, the weight is
 *
 *   w = h(i) h(j) * N * t^2 / (t^2 + (z - z0)^2) * s / (s + (l - l0)^2)
 *
 *   h  1, 4, 6, 4, 1 over 16
 *   N  (n . n0)^32, 0 where n . n0 is below 1/2; 1 for the pixel itself
 *   t  z0 / 256 + 2^-13 + |i| gx + |j| gy: by how much depth may differ. gx is the lesser
 *      difference of depth to the two taps beside the pixel, gy to those above and below
 *   s  16 v0 + 2^-13
 *
 * Taps outside of the picture, and weights below 2^-24, count nothing. The result is the sum of w c
 * over that of w, and for the variance the sum of w^2 v over the square of that of w, 0 below
 * 2^-24. Numbers stay within the normal range of floats, so that no device flushes any.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_ATROUS_FILTER_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_ATROUS_FILTER_H

#include <stdbool.h>

enum {
    TILING_ATROUS_RADIUS = 2,
    TILING_ATROUS_SIDE = 5,
    TILING_ATROUS_TAPS = 25,
    TILING_ATROUS_CENTRE = 12,
    TILING_ATROUS_PASSES = 5, /* spacings 1, 2, 4, 8 and 16 */
    TILING_ATROUS_REACH = 62, /* pixels that all passes together reach to each side */
};

struct tiling_atrous_tap {
    float light[4]; /* red, green, blue; variance of the luminance */
    float guide[4]; /* normal; depth */
    bool inside;    /* of the picture; else nothing else is read */
};

/* Taps row by row; that of the pixel itself is inside. Light and variance of the result. */
void tiling_atrous_filter(const struct tiling_atrous_tap taps[TILING_ATROUS_TAPS], float result[4]);

#endif
