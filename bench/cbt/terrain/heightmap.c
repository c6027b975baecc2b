/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "bench/cbt/terrain/heightmap_private.h"
#include "harness/image.h"

/* Shape --------------------------------------------------------------------------------------- */

uint32_t cbt_heightmap_pitch(uint32_t levels)
{
    return (1u << levels) + 2;
}

size_t cbt_heightmap_height_count(uint32_t levels)
{
    return (size_t)cbt_heightmap_pitch(levels) * ((1u << levels) + 1);
}

/* Level 0 first; level k has 4^(levels - k) cells. */
static size_t variance_offset(uint32_t levels, uint32_t level)
{
    size_t offset = 0;
    for (uint32_t k = 0; k < level; k++)
        offset += (size_t)1 << 2 * (levels - k);
    return offset;
}

size_t cbt_heightmap_variance_count(uint32_t levels)
{
    return variance_offset(levels, levels + 1);
}

bool cbt_heightmap_init(struct context *context, struct heightmap *map, uint32_t levels)
{
    *map = (struct heightmap){
        .levels = levels,
        .heights = context_alloc(context, 2 * cbt_heightmap_height_count(levels)),
        .variances = context_alloc(context, 4 * cbt_heightmap_variance_count(levels))
    };
    return map->heights && map->variances;
}

/* Samples ------------------------------------------------------------------------------------- */

uint32_t cbt_heightmap_height(const struct heightmap *map, uint32_t x, uint32_t y)
{
    const uint32_t shift = HEIGHTMAP_GRID_BITS - map->levels, last = (1u << map->levels) - 1;
    const uint32_t column = x >> shift < last ? x >> shift : last;
    const uint32_t row = y >> shift < last ? y >> shift : last;
    const uint32_t right = x - (column << shift), left = (1u << shift) - right;
    const uint32_t lower = y - (row << shift), upper = (1u << shift) - lower;
    const uint32_t pitch = cbt_heightmap_pitch(map->levels);
    const uint16_t *at = map->heights + (size_t)row * pitch + column;
    const uint32_t above = (at[0] * left + at[1] * right) >> (shift - HEIGHTMAP_FRACTION_BITS);
    const uint32_t below =
        (at[pitch] * left + at[pitch + 1] * right) >> (shift - HEIGHTMAP_FRACTION_BITS);
    return (above * upper + below * lower) >> shift;
}

uint32_t cbt_heightmap_variance(const struct heightmap *map, uint32_t level, uint32_t x, uint32_t y)
{
    const uint32_t shift = HEIGHTMAP_GRID_BITS - map->levels + level;
    const uint32_t side = 1u << (map->levels - level);
    const uint32_t column = x >> shift < side ? x >> shift : side - 1;
    const uint32_t row = y >> shift < side ? y >> shift : side - 1;
    return map->variances[variance_offset(map->levels, level) + (size_t)row * side + column];
}

/* Variances ----------------------------------------------------------------------------------- */

/* Sums over the corners of the cells in a square of cells. */
struct moments {
    uint64_t count, sum, squares;
};

static struct moments moments_of(const struct heightmap *map, uint32_t column, uint32_t row)
{
    const uint32_t pitch = cbt_heightmap_pitch(map->levels);
    const uint16_t *at = map->heights + (size_t)row * pitch + column;
    const uint64_t corners[4] = { at[0], at[1], at[pitch], at[pitch + 1] };
    struct moments moments = { .count = 4 };
    for (int i = 0; i < 4; i++) {
        moments.sum += corners[i];
        moments.squares += corners[i] * corners[i];
    }
    return moments;
}

static uint32_t variance_of(const struct moments *moments)
{
    const uint64_t mean = (moments->sum << 8) / moments->count;
    const uint64_t mean_of_squares = (moments->squares << 8) / moments->count;
    const uint64_t square_of_mean = mean * mean >> 8;
    return mean_of_squares > square_of_mean ? (uint32_t)((mean_of_squares - square_of_mean) >> 8)
                                            : 0;
}

/* Fills in the square of 2^level cells at (column, row) of its level, and all below it. */
static struct moments fill_variances(const struct heightmap *map, uint32_t level, uint32_t column,
                                     uint32_t row, uint32_t *greatest)
{
    struct moments moments = { 0 };
    *greatest = 0;
    if (level == 0)
        moments = moments_of(map, column, row);
    for (uint32_t i = 0; level > 0 && i < 4; i++) {
        uint32_t greatest_within;
        const struct moments part = fill_variances(map, level - 1, 2 * column + (i & 1),
                                                   2 * row + (i >> 1), &greatest_within);
        moments.count += part.count;
        moments.sum += part.sum;
        moments.squares += part.squares;
        *greatest = greatest_within > *greatest ? greatest_within : *greatest;
    }
    const uint32_t own = variance_of(&moments);
    *greatest = own > *greatest ? own : *greatest;
    map->variances[variance_offset(map->levels, level) + ((size_t)row << (map->levels - level)) +
                   column] = *greatest;
    return moments;
}

void cbt_heightmap_complete(struct heightmap *map)
{
    uint32_t greatest;
    fill_variances(map, map->levels, 0, 0, &greatest);
}

/* Files --------------------------------------------------------------------------------------- */

/* Height in units at `at` of `intervals` along a line of pixels: pixel and 16-bit fraction. */
struct place {
    uint32_t pixel, fraction;
};

static struct place place_of(uint32_t at, uint32_t levels, uint32_t pixels)
{
    if (pixels == 1)
        return (struct place){ 0, 0 };
    const uint64_t position = ((uint64_t)at * (pixels - 1) << 16) >> levels;
    const uint32_t pixel = (uint32_t)(position >> 16);
    if (pixel == pixels - 1)
        return (struct place){ pixel - 1, 65536 };
    return (struct place){ pixel, (uint32_t)position & 0xFFFF };
}

static uint16_t resample(const struct grey_map *grey, struct place x, struct place y)
{
    const size_t width = grey->width, down = grey->height > 1 ? width : 0;
    const uint16_t *at = grey->values + y.pixel * width + x.pixel;
    const size_t across = width > 1 ? 1 : 0;
    const uint64_t above =
        (uint64_t)at[0] * (65536 - x.fraction) + (uint64_t)at[across] * x.fraction;
    const uint64_t below =
        (uint64_t)at[down] * (65536 - x.fraction) + (uint64_t)at[down + across] * x.fraction;
    const uint64_t value = ((above >> 8) * (65536 - y.fraction) + (below >> 8) * y.fraction) >> 8;
    return (uint16_t)((value * 65535 / grey->maximum) >> 16);
}

bool cbt_heightmap_read(struct context *context, struct heightmap *map, const char *path)
{
    struct grey_map grey;
    char message[512];
    if (!grey_map_read(&grey, path, message, sizeof(message)))
        return context_error(context, "%s", message);
    if (!grey_map_varies(&grey, path, message, sizeof(message))) {
        grey_map_finish(&grey);
        return context_error(context, "%s", message);
    }
    const uint32_t pixels = grey.width > grey.height ? grey.width : grey.height;
    uint32_t levels = HEIGHTMAP_LEVELS_MIN;
    while (levels < HEIGHTMAP_LEVELS_MAX && (1u << levels) + 1 < pixels)
        levels++;
    const bool ok = cbt_heightmap_init(context, map, levels);
    for (uint32_t y = 0; ok && y <= 1u << levels; y++)
        for (uint32_t x = 0; x <= 1u << levels; x++)
            map->heights[(size_t)y * cbt_heightmap_pitch(levels) + x] =
                resample(&grey, place_of(x, levels, grey.width), place_of(y, levels, grey.height));
    grey_map_finish(&grey);
    if (ok)
        cbt_heightmap_complete(map);
    return ok;
}
