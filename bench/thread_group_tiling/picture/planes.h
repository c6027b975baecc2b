/* SPDX-License-Identifier: MIT */
/*
 * planes.h: the planes that wide kernels read, as the host has them: those of gbuffer.h, rendered
 * at the size asked for or, along a side that is larger, at 2560 x 1440 and repeated, every second
 * time mirrored, so that the picture goes on without a seam. Each component is a half that is 0 or
 * normal: no device rounds or flushes any.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PLANES_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_PLANES_H

#include "bench/thread_group_tiling/picture/gbuffer.h"

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

#endif
