/* SPDX-License-Identifier: MIT */
/* denoise.h: `claimcheck inspect denoise`: the denoiser of atrous_filter.h over a G-buffer, on the
 * CPU. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_DENOISE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_PICTURE_DENOISE_H

#include "bench/thread_group_tiling/picture/gbuffer.h"
#include "harness/inspection.h"

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

#endif
