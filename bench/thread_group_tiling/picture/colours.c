/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/picture/picture.h"

#include <math.h>

/* From dark blue over green to yellow, lighter throughout. */
static void colour(double place, uint8_t rgb[3])
{
    enum { STOPS = 5 };
    static const uint8_t stops[STOPS][3] = {
        { 30, 10, 90 }, { 40, 80, 150 }, { 30, 150, 140 }, { 120, 205, 80 }, { 255, 235, 60 }
    };
    const double at = place * (STOPS - 1);
    const int i = at < STOPS - 2 ? (int)at : STOPS - 2;
    for (int channel = 0; channel < 3; channel++) {
        const double from = stops[i][channel], to = stops[i + 1][channel];
        rgb[channel] = (uint8_t)(from + (to - from) * (at - i) + 0.5);
    }
}

bool tiling_picture_draw(struct image *image, struct tiling_grid grid, const uint32_t *launches)
{
    const uint32_t longer = grid.width > grid.height ? grid.width : grid.height;
    const uint32_t side = TILING_PICTURE_SIDE / longer > 32 ? 32 : TILING_PICTURE_SIDE / longer;
    const uint32_t groups = grid.width * grid.height;
    if (!image_init(image, grid.width * side, grid.height * side))
        return false;
    for (uint32_t group = 0; group < groups; group++) {
        const uint32_t x = group % grid.width, y = group / grid.width;
        uint8_t rgb[3];
        colour(groups > 1 ? (double)launches[group] / (groups - 1) : 0, rgb);
        for (uint32_t i = 0; i < side * side; i++)
            image_set(image, (int64_t)x * side + i % side, (int64_t)y * side + i / side, rgb);
    }
    return true;
}

uint8_t tiling_picture_tone(float light)
{
    const float within = light > 0 ? light : 0;
    return (uint8_t)(255 * sqrtf(within * 1.5f / (1 + within * 1.5f)) + 0.5f);
}
