/* SPDX-License-Identifier: MIT */
/* wide_picture.c: what a wide kernel is given and what it is to make of it, for a person to see. */
#include "bench/thread_group_tiling/picture/picture.h"
#include "bench/thread_group_tiling/wide_private.h"

enum { WIDTH = 1280, HEIGHT = 720, ALBEDO_PLANE = 2 };

/* So many of the middle. */
static void middle(uint32_t size, uint32_t most, uint32_t *first, uint32_t *count)
{
    *count = size < most ? size : most;
    *first = (size - *count) / 2;
}

/* albedo NULL: white. */
static void draw_pixel(struct image *image, int64_t x, int64_t y, const float *light,
                       const float *albedo)
{
    uint8_t rgb[3];
    for (int k = 0; k < 3; k++)
        rgb[k] = tiling_picture_tone(albedo ? light[k] * albedo[k] : light[k]);
    image_set(image, x, y, rgb);
}

bool tiling_wide_picture(struct bench_workload *workload, struct image *image)
{
    struct tiling_wide_input *input = workload->state;
    struct context *context = &workload->context;
    struct tiling_wide_window area;
    middle(input->width, WIDTH, &area.left, &area.width);
    middle(input->height, HEIGHT, &area.top, &area.height);
    if (!tiling_planes_make(context, input->width, input->height, &input->planes))
        return false;
    const float *result = tiling_wide_answer_area(context, input, &area);
    if (!result)
        return false;
    image_init(image, 2 * area.width, area.height);
    for (uint32_t row = 0; row < area.height; row++)
        for (uint32_t column = 0; column < area.width; column++) {
            const int64_t x = area.left + column, y = area.top + row;
            const float *albedo = tiling_wide_texel(input, ALBEDO_PLANE, x, y);
            draw_pixel(image, column, row, tiling_wide_texel(input, 0, x, y), albedo);
            draw_pixel(image, area.width + column, row,
                       &result[4 * ((size_t)row * area.width + column)],
                       input->bench->irradiance ? albedo : NULL);
        }
    return true;
}
