/* SPDX-License-Identifier: MIT */
/*
 * layout.h: where the texels of a plane lie. A texel has four components, halves (8 bytes) or
 * floats (16 bytes). kernels/thread_group_tiling/layout.glsl has the same function.
 *
 *   image   the device's own order, unknown; results of such kernels are buffers in blocks
 *   linear  row by row, without padding
 *   block   in blocks of 64 bytes by 8 rows, a row of blocks after another, padded to whole blocks.
 *           Within a block of 512 bytes: 4 lines of 128 bytes, each 32 bytes by 4 rows; in a line
 *           4 sectors of 32 bytes, each 16 bytes by 2 rows. So NVIDIA's «groups of bytes» (GOB)
 *           order them, as far as is publicly known (open drivers, Mesa's nil)
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_LAYOUT_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_LAYOUT_H

#include <stdint.h>

/* The numbers are those of LAYOUT_... in layout.glsl. */
enum tiling_layout { TILING_IMAGE, TILING_LINEAR, TILING_BLOCK };

/* "image", ..., in the order of the enumeration; ends with NULL. */
extern const char *const tiling_layout_names[];

/* Texels of a buffer of width * height of them, padding included; TILING_IMAGE counts as BLOCK. */
uint64_t tiling_layout_texels(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                              uint32_t height);

/* Where (x, y) lies in it, in texels. */
uint64_t tiling_layout_index(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                             uint32_t x, uint32_t y);

#endif
