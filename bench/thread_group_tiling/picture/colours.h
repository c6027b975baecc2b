/* SPDX-License-Identifier: MIT */
/* colours.h: launches of the groups of a grid as a colour map; light as screens want it. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_COLOURS_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_COLOURS_H

#include "bench/thread_group_tiling/orders.h"
#include "harness/image.h"

/* Most groups a side that are drawn, and about the pixels of the picture's longer side. */
enum { TILING_PICTURE_SIDE = 1024 };

/* A square per group, dark blue for the first launched to yellow for the last; launches are those
 * of the groups in row-major order. False when there is no memory. */
bool tiling_picture_draw(struct image *image, struct tiling_grid grid, const uint32_t *launches);

/* 0 to 255; bright light is compressed, and what is left lifted. */
uint8_t tiling_picture_tone(float light);

#endif
