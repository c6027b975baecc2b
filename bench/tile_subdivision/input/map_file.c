/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include "bench/tile_subdivision/answer.h"

#include <stdio.h>
#include <string.h>

bool tiles_map_file_read(struct map_file *file, const char *path, char *message,
                         size_t message_bytes)
{
    *file = (struct map_file){ .top = 0 };
    if (!grey_map_read(&file->grey, path, message, message_bytes))
        return false;
    uint32_t width = file->grey.width, height = file->grey.height;
    uint32_t side = width > height ? width : height;
    if (side > 1u << TILE_TOP_MAX) {
        snprintf(message, message_bytes,
                 "%s: %u x %u pixels, and %u a side are the most; scale the picture down", path,
                 width, height, 1u << TILE_TOP_MAX);
        tiles_map_file_finish(file);
        return false;
    }
    if (!grey_map_varies(&file->grey, path, message, message_bytes)) {
        tiles_map_file_finish(file);
        return false;
    }
    while (1u << file->top < side)
        file->top++;
    return true;
}

void tiles_map_file_finish(struct map_file *file)
{
    if (file) {
        grey_map_finish(&file->grey);
        *file = (struct map_file){ .top = 0 };
    }
}

void tiles_map_file_fill(const struct map_file *file, float *values)
{
    size_t side = (size_t)1 << file->top;
    memset(values, 0, side * side * sizeof(*values));
    for (size_t y = 0; y < file->grey.height; y++) {
        const uint16_t *row = file->grey.values + y * file->grey.width;
        for (size_t x = 0; x < file->grey.width; x++)
            values[y * side + x] = row[x];
    }
}

uint64_t tiles_map_file_padding(const struct map_file *file)
{
    return ((uint64_t)1 << 2 * file->top) - (uint64_t)file->grey.width * file->grey.height;
}
