/* SPDX-License-Identifier: MIT */
/*
 * gbuffer.h: what a denoiser of a path tracer is given, rendered on the CPU: the planes that the
 * wide kernels read. One ray per pixel, through its centre, finds what is seen; one sample there is
 * a point on the light with a ray towards it, and one ray of the hemisphere, whose hit is lit by
 * one such point in turn. Irradiance is free of the surface's albedo, and divided by pi: that of a
 * white surface is its radiance.
 *
 * By + - * / and square root of floats, never contracted, and a stream of random numbers per pixel:
 * the same seed, size and scene give the same bits on every machine, with any number of threads.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_GBUFFER_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_GBUFFER_H

#include "harness/context.h"

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

#endif
