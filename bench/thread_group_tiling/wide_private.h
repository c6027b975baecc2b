/* SPDX-License-Identifier: MIT */
/* wide_private.h: what the files of wide.h share. Nobody else includes it. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_WIDE_PRIVATE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_WIDE_PRIVATE_H

#include "bench/thread_group_tiling/wide.h"
#include "harness/engine/gpu/gpu.h"

enum { TILING_PICKS = 65536 };

struct tiling_wide_device {
    /* Either images or buffers hold the planes; of the others one stands at all bindings. */
    struct gpu_image *images[TILING_PLANES];
    struct gpu_buffer *planes[TILING_PLANES];
    struct gpu_sampler *sampler;
    struct gpu_buffer *result, *answer;
    struct gpu_buffer *between[2]; /* results of passes but the last, in turns */

    /* Objects of checks. Words are texels as they are stored: 2 or 4. */
    struct gpu_buffer *differing, *pixels, *picked;
    struct gpu_kernel *compare, *pick;
    struct gpu_commands *commands;
    uint32_t *words; /* of the answer, as `result` has them; NULL where it is not known in full */
    uint64_t words_hash;
    uint32_t *numbers; /* of the pixels picked, y * width + x; NULL where `words` are there */
    uint32_t *wanted;  /* their words */
};

/* The layout of results: in blocks where planes are images. */
static inline enum tiling_layout tiling_wide_result_layout(const struct tiling_wide_input *input)
{
    return input->layout == TILING_LINEAR ? TILING_LINEAR : TILING_BLOCK;
}

static inline uint32_t tiling_wide_texel_bytes(const struct tiling_wide_input *input)
{
    return input->format == GPU_RGBA16F ? 8 : 16;
}

/* Returns FORMAT of the kernels. */
static inline uint32_t tiling_wide_format_number(const struct tiling_wide_input *input)
{
    return input->format == GPU_RGBA16F ? 0 : 1;
}

/* Where a pixel lies in a result, in words of 4 bytes. */
uint64_t tiling_wide_word(const struct tiling_wide_input *input, uint32_t x, uint32_t y);

/* A buffer in the layout and format of results, or of planes. */
struct gpu_buffer *tiling_wide_buffer(struct gpu_scope *scope,
                                      const struct tiling_wide_input *input, const char *name);

/* Makes kernels and counter of a case, in the scope, with this order. */
bool tiling_wide_case_make(struct gpu_scope *scope, const struct tiling_wide_input *input,
                           struct tiling_launch_order map, struct tiling_wide_case *state);

/* Records all passes of one execution. */
void tiling_wide_passes(const struct tiling_wide_input *input, const struct tiling_wide_case *state,
                        struct gpu_commands *commands);

/* wide_planes.c: the planes on the host, with a texel altered unless that is 0, and on the device.
 * False once the device failed, or after trouble. */
bool tiling_wide_planes_make(struct context *context, struct tiling_wide_input *input,
                             uint64_t altered);
bool tiling_wide_planes_upload(struct context *context, struct tiling_wide_input *input);

/* wide_check.c: what checks need on the device, and the answer there. */
bool tiling_wide_check_upload(struct context *context, struct tiling_wide_input *input);

#endif
