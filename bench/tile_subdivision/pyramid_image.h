/* SPDX-License-Identifier: MIT */
/*
 * pyramid_image.h: the importance pyramid as the mip levels of an image, as the published programs
 * read it (Texture2D), in place of the buffer that all variants share.
 */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_PYRAMID_IMAGE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_PYRAMID_IMAGE_H

#include "harness/bench.h"

/* True when the axis `source` asks for it. */
bool tiles_pyramid_image_wanted(const struct bench_case *c);

/* Makes the image, R32F with a level per level of the pyramid, and its sampler in the case's state.
 * False once the device has failed or cannot. */
bool tiles_pyramid_image_create(struct bench_case *c);

/* Every texel of every level, bit by bit, against the pyramid. A difference is a
 * context_mismatch(). */
bool tiles_pyramid_image_check(struct bench_case *c);

#endif
