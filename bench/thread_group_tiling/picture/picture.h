/* SPDX-License-Identifier: MIT */
/* picture.h: pictures, and filters over them. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PICTURE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PICTURE_H

#include "bench/common/scene.h"
#include "bench/thread_group_tiling/orders.h"
#include "harness/context.h"
#include "harness/image.h"
#include "harness/inspection.h"

#include <stdbool.h>
#include <stdint.h>
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

/* Values of the axis `scene`: "room"; and file.STEM, with the option --scene FILE.obj. */
extern const char *const tiling_gbuffer_scenes[];
bool tiling_gbuffer_accepts_scene(const char *value);

/*
 * In memory of the context, from its seed, by all CPUs; at most TILING_GBUFFER_WIDTH x
 * TILING_GBUFFER_HEIGHT. The scene is the room of scene.h, or the mesh of the option `scene` in it,
 * as the axis says. False after trouble: a mesh that cannot be read, or is not given; no memory.
 */
bool tiling_gbuffer_render(struct context *context, uint32_t width, uint32_t height,
                           struct tiling_gbuffer *gbuffer);

/* Renders with the mesh in this file, or none where it is NULL. */
bool tiling_gbuffer_render_scene(struct context *context, const char *file, uint32_t width,
                                 uint32_t height, struct tiling_gbuffer *gbuffer);

/* The mean irradiance of `samples` per pixel, other ones than the G-buffer's: width * height of
 * three floats, in memory of the context. NULL after trouble. */
const float *tiling_gbuffer_reference(struct context *context, const char *file, uint32_t width,
                                      uint32_t height, uint32_t samples);

/* Luminance by Rec. 709. */
float tiling_luminance(const float rgb[3]);

/* Gbuffer light -------------------------------------------------------------------------------- */
/* For gbuffer.c: what light arrives at a point of a scene. */

struct tiling_world {
    struct scene scene;
    struct ray_tree *tree;
    float aspect;
};

struct tiling_surface {
    struct vector position, normal; /* of length 1, towards the viewer */
    uint32_t triangle;
    float depth; /* along the view, of what the camera sees */
};

struct tiling_light_sample {
    struct vector irradiance; /* over pi */
    float distance;           /* of what the ray of the hemisphere hit, at most TILING_FAR */
};

/* Planes --------------------------------------------------------------------------------------- */
/*
 * The planes that wide kernels read, as the host has them: those of a G-buffer, rendered
 * at the size asked for or, along a side that is larger, at 2560 x 1440 and repeated, every second
 * time mirrored, so that the picture goes on without a seam. Each component is a half that is 0 or
 * normal: no device rounds or flushes any.
 */

struct tiling_planes {
    uint32_t width, height;           /* of the planes */
    uint32_t base_width, base_height; /* of the picture that they repeat */
    const float *base[TILING_PLANES]; /* RGBA per texel, row-major */
};

/* The picture is in memory of the context, or shared with others (context_share()). False after
 * trouble. */
bool tiling_planes_make(struct context *context, uint32_t width, uint32_t height,
                        struct tiling_planes *planes);

/* The four components of a texel; coordinates outside of the planes take the nearest within. */
const float *tiling_planes_texel(const struct tiling_planes *planes, uint32_t plane, int64_t x,
                                 int64_t y);

/* Denoise -------------------------------------------------------------------------------------- */
/* `claimcheck inspect denoise`: the denoiser below over a G-buffer, on the
 * CPU. */

extern const struct inspection_option tiling_denoise_options[];

bool tiling_denoise_inspect(struct inspection *inspection);

/*
 * Pass number `pass`, from 0, with its taps 2^pass pixels apart: what it makes of `from`, light and
 * variance, four floats per pixel, goes to `to`, rounded to halves. Guided by plane 1 of the
 * G-buffer. On all CPUs.
 */
void tiling_denoise_pass(const struct tiling_gbuffer *gbuffer, uint32_t pass, const float *from,
                         float *to);

/* Fills in the input of pass 0: the irradiance of plane 0 and the variance of plane 2. */
void tiling_denoise_start(const struct tiling_gbuffer *gbuffer, float *light);

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

/* Colours -------------------------------------------------------------------------------------- */
/* Launches of the groups of a grid as a colour map; light as screens want it. */

/* Most groups a side that are drawn, and about the pixels of the picture's longer side. */
enum { TILING_PICTURE_SIDE = 1024 };

/* A square per group, dark blue for the first launched to yellow for the last; launches are those
 * of the groups in row-major order. */
void tiling_picture_draw(struct image *image, struct tiling_grid grid, const uint32_t *launches);

/* 0 to 255; bright light is compressed, and what is left lifted. */
uint8_t tiling_picture_tone(float light);

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
