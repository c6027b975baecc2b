/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include <stdio.h>

static bool picture_make(struct context *context, void *state, const void *argument)
{
    const uint32_t *size = argument;
    return tiling_gbuffer_render(context, size[0], size[1], state);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool tiling_planes_make(struct context *context, uint32_t width, uint32_t height,
                        struct tiling_planes *planes)
{
    const uint32_t size[2] = { least(width, TILING_GBUFFER_WIDTH),
                               least(height, TILING_GBUFFER_HEIGHT) };
    char key[160];
    snprintf(key, sizeof(key), "thread_group_tiling picture %ux%u %s", size[0], size[1],
             context_text_or(context, "scene", tiling_gbuffer_scenes[0]));
    const struct tiling_gbuffer *picture =
        context_share(context, key, sizeof(*picture), picture_make, size);
    if (!picture)
        return false;
    *planes = (struct tiling_planes){ width, height, size[0], size[1], { 0 } };
    for (uint32_t i = 0; i < TILING_PLANES; i++)
        planes->base[i] = picture->planes[i];
    return true;
}

/* Reflects the nearest of 0..size-1; counted there and back again through 0..base-1. */
static uint32_t mirrored(int64_t at, uint32_t size, uint32_t base)
{
    const uint32_t within = at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at;
    if (size == base)
        return within;
    const uint32_t turn = within % (2 * base);
    return turn < base ? turn : 2 * base - 1 - turn;
}

const float *tiling_planes_texel(const struct tiling_planes *planes, uint32_t plane, int64_t x,
                                 int64_t y)
{
    const size_t column = mirrored(x, planes->width, planes->base_width);
    const size_t row = mirrored(y, planes->height, planes->base_height);
    return &planes->base[plane][4 * (row * planes->base_width + column)];
}
