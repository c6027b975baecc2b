/* SPDX-License-Identifier: MIT */
/* picture.h: a stream of tuples before and after. */
#ifndef CLAIMCHECK_BENCH_STREAM_REDUCTION_PICTURE_H
#define CLAIMCHECK_BENCH_STREAM_REDUCTION_PICTURE_H

#include "bench/stream_reduction/input.h"
#include "harness/image.h"

enum { STREAM_PICTURE_SIDE_MAX = 2048 };

/*
 * Left the stream, right its almost square output, to one scale. Valid entries have the colour of
 * their place in the stream, so that order is seen; null is dark, and what is outside of the output
 * black. False when there is no memory.
 */
bool stream_picture_draw(struct image *image, const struct stream_input *tuples);

#endif
