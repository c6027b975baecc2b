/* SPDX-License-Identifier: MIT */
#include "bench/stream_reduction/stream.h"

#include "bench/stream_reduction/reference.h"

enum { WIDTH_WANTED = 512, SCALE_MAX = 32 };

static const uint8_t null_colour[3] = { 40, 40, 48 };

/* One pixel of each entry is left between them where there is room. */
static void entry_draw(struct image *image, uint32_t scale, uint32_t x, uint32_t y,
                       const uint8_t rgb[3])
{
    const uint32_t side = scale > 3 ? scale - 1 : scale;
    for (uint32_t i = 0; i < side * side; i++)
        image_set(image, (int64_t)x * scale + i % side, (int64_t)y * scale + i / side, rgb);
}

bool stream_picture_draw(struct image *image, const struct stream_input *tuples)
{
    const uint32_t side = tuples->side, gap = side / 16 + 1;
    const struct stream_shape shape = stream_shape_of(tuples->count);
    uint32_t scale = WIDTH_WANTED / side, place = 0;
    scale = scale < 1 ? 1 : scale > SCALE_MAX ? SCALE_MAX : scale;
    if (!image_init(image, (2 * side + gap) * scale, side * scale))
        return false;
    for (uint32_t i = 0; i < shape.columns * shape.rows; i++)
        entry_draw(image, scale, side + gap + i % shape.columns, i / shape.columns, null_colour);
    for (uint32_t k = 0; k < tuples->entries; k++) {
        uint8_t rgb[3];
        if (stream_entry_is_null(tuples->elements + (size_t)k * tuples->element_words,
                                 tuples->element_words)) {
            entry_draw(image, scale, k % side, k / side, null_colour);
            continue;
        }
        /* From blue over green and yellow to red. */
        enum { STOPS = 5 };
        static const uint8_t stops[STOPS][3] = {
            { 60, 90, 230 }, { 40, 190, 200 }, { 110, 210, 80 }, { 245, 210, 60 }, { 235, 80, 60 }
        };
        const double at = (double)k / tuples->entries * (STOPS - 1);
        const int i = at < STOPS - 2 ? (int)at : STOPS - 2;
        for (int channel = 0; channel < 3; channel++) {
            const double from = stops[i][channel], to = stops[i + 1][channel];
            rgb[channel] = (uint8_t)(from + (to - from) * (at - i) + 0.5);
        }
        entry_draw(image, scale, k % side, k / side, rgb);
        entry_draw(image, scale, side + gap + place % shape.columns, place / shape.columns, rgb);
        place++;
    }
    return true;
}
