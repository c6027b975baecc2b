/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/orders.h"

#include <stddef.h>

enum { BLOCK_BYTES = 64, BLOCK_ROWS = 8 };

const char *const tiling_layout_names[] = { "image", "linear", "block", NULL };

static uint32_t blocks_across(uint32_t texel_bytes, uint32_t width)
{
    return (width * texel_bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

uint64_t tiling_layout_texels(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                              uint32_t height)
{
    if (layout == TILING_LINEAR)
        return (uint64_t)width * height;
    const uint64_t rows = (height + BLOCK_ROWS - 1) / BLOCK_ROWS;
    return rows * blocks_across(texel_bytes, width) * (BLOCK_BYTES * BLOCK_ROWS / texel_bytes);
}

uint64_t tiling_layout_index(enum tiling_layout layout, uint32_t texel_bytes, uint32_t width,
                             uint32_t x, uint32_t y)
{
    if (layout == TILING_LINEAR)
        return (uint64_t)y * width + x;
    const uint32_t byte = x * texel_bytes % BLOCK_BYTES, row = y % BLOCK_ROWS;
    const uint64_t block = (uint64_t)(y / BLOCK_ROWS) * blocks_across(texel_bytes, width) +
                           x * texel_bytes / BLOCK_BYTES;
    const uint32_t line = byte / 32 + row / 4 * 2;
    const uint32_t sector = byte % 32 / 16 + row % 4 / 2 * 2;
    const uint32_t within = byte % 16 + row % 2 * 16;
    return (block * (BLOCK_BYTES * BLOCK_ROWS) + line * 128 + sector * 32 + within) / texel_bytes;
}
