/* SPDX-License-Identifier: MIT */
/* picture.h: pictures, and filters over them. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PICTURE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PICTURE_H

#include "bench/common/scene.h"
#include "bench/thread_group_tiling/orders.h"
#include "harness/context.h"

#include <string.h>

/* Gbuffer -------------------------------------------------------------------------------------- */
/*
 * What a denoiser of a path tracer is given, rendered on the CPU: the planes that the
 * wide kernels read. One ray per pixel, through its centre, finds what is seen; one sample there is
 * a point on the light with a ray towards it, and one ray of the hemisphere, whose hit is lit by
 * one such point in turn. Irradiance is free of the surface's albedo, and divided by pi: that of a
 * white surface is its radiance.
 *
 * By + - * / and square root of floats, never contracted, and a stream of random numbers per pixel:
 * the same seed, size and scene give the same bits on every machine, with any number of threads.
 */

enum { TILING_GBUFFER_WIDTH = 2560, TILING_GBUFFER_HEIGHT = 1440, TILING_PLANES = 4 };

/* Where nothing is seen or hit; about ten times the depth of the scene. */
enum { TILING_FAR = 64 };

/*
 * Row-major from the top left, four floats per texel, each zero or a normal half:
 *
 *   0  irradiance of one sample, red, green, blue; distance of what its ray of the hemisphere hit
 *   1  normal, towards the viewer, of length 1 but for rounding; depth along the view
 *   2  albedo; variance of the luminance of the irradiance, estimated from the pixels around
 *   3  position; roughness
 *
 * A light's irradiance is what it emits; its normal is zero, so that it mixes with nothing. Where
 * nothing is seen, the irradiance is the sky's, the normal zero, the albedo white, the variance 0,
 * and distance and depth are TILING_FAR.
 */
struct tiling_gbuffer {
    uint32_t width, height;
    const float *planes[TILING_PLANES];
};

/*
 * In memory of the context, from its seed, by all CPUs; at most TILING_GBUFFER_WIDTH x
 * TILING_GBUFFER_HEIGHT. The scene is the room of scene.h. False after trouble.
 */
bool tiling_gbuffer_render(struct context *context, uint32_t width, uint32_t height,
                           struct tiling_gbuffer *gbuffer);

/* Atrous filter -------------------------------------------------------------------------------- */
/*
 * One pixel of an edge-stopping à-trous pass: 5 x 5 taps, some spacing apart, of
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

/* Reciprocal ----------------------------------------------------------------------------------- */
/* 1/x by multiplications alone, since Vulkan leaves the last bits of a division to
 * the device; in kernels, reciprocal.glsl. */

/* For x from 2^-100 to 2^100, to 2^-22 of it: three Newton steps from a first guess by the bits,
 * which is off by an eighth at most. */
static inline float tiling_reciprocal(float x)
{
    uint32_t bits;
    float r;
    memcpy(&bits, &x, sizeof(bits));
    bits = UINT32_C(0x7ef311c7) - bits;
    memcpy(&r, &bits, sizeof(r));
    r = r * (2 - x * r);
    r = r * (2 - x * r);
    return r * (2 - x * r);
}

#endif
