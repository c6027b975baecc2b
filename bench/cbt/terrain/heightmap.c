/* SPDX-License-Identifier: MIT */
#include "bench/cbt/terrain/terrain.h"

#include "bench/common/hash.h"
#include "harness/engine/cpu/cpu.h"
#include "harness/image.h"
#include "harness/trouble.h"

#include <stdio.h>

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

/* A map of zeros; false, with the trouble told, without memory. */
static bool heightmap_init(struct context *context, struct heightmap *map, uint32_t levels)
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

/* Fills in the square of 2^level cells at (column, row) of its level, and all below it. */
static struct moments fill_variances(const struct heightmap *map, uint32_t level, uint32_t column,
                                     uint32_t row, uint32_t *greatest)
{
    struct moments moments = { 0 };
    *greatest = 0;
    if (level == 0) {
        const uint32_t pitch = cbt_heightmap_pitch(map->levels);
        const uint16_t *at = map->heights + (size_t)row * pitch + column;
        const uint64_t corners[4] = { at[0], at[1], at[pitch], at[pitch + 1] };
        moments.count = 4;
        for (int i = 0; i < 4; i++) {
            moments.sum += corners[i];
            moments.squares += corners[i] * corners[i];
        }
    }
    for (uint32_t i = 0; level > 0 && i < 4; i++) {
        uint32_t greatest_within;
        const struct moments part = fill_variances(map, level - 1, 2 * column + (i & 1),
                                                   2 * row + (i >> 1), &greatest_within);
        moments.count += part.count;
        moments.sum += part.sum;
        moments.squares += part.squares;
        *greatest = greatest_within > *greatest ? greatest_within : *greatest;
    }
    const uint64_t mean = (moments.sum << 8) / moments.count;
    const uint64_t mean_of_squares = (moments.squares << 8) / moments.count;
    const uint64_t square_of_mean = mean * mean >> 8;
    const uint32_t own =
        mean_of_squares > square_of_mean ? (uint32_t)((mean_of_squares - square_of_mean) >> 8) : 0;
    *greatest = own > *greatest ? own : *greatest;
    map->variances[variance_offset(map->levels, level) + ((size_t)row << (map->levels - level)) +
                   column] = *greatest;
    return moments;
}

/* Fills in the variances, once the heights are there. */
static void heightmap_complete(struct heightmap *map)
{
    uint32_t greatest;
    fill_variances(map, map->levels, 0, 0, &greatest);
}

/* Files --------------------------------------------------------------------------------------- */

/* Height in units at `at` of `intervals` along a line of pixels: pixel and 16-bit fraction. */
struct sample {
    uint32_t pixel, fraction;
};

static struct sample sample_of(uint32_t at, uint32_t levels, uint32_t pixels)
{
    if (pixels == 1)
        return (struct sample){ 0, 0 };
    const uint64_t position = ((uint64_t)at * (pixels - 1) << 16) >> levels;
    const uint32_t pixel = (uint32_t)(position >> 16);
    if (pixel == pixels - 1)
        return (struct sample){ pixel - 1, 65536 };
    return (struct sample){ pixel, (uint32_t)position & 0xFFFF };
}

static uint16_t resample(const struct grey_map *grey, struct sample x, struct sample y)
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
    if (!grey_map_read(&grey, path, trouble_buffer(), TROUBLE_BYTES) ||
        !grey_map_varies(&grey, path, trouble_buffer(), TROUBLE_BYTES)) {
        grey_map_finish(&grey);
        return context_error(context, "%s", trouble_text());
    }
    const uint32_t pixels = grey.width > grey.height ? grey.width : grey.height;
    uint32_t levels = HEIGHTMAP_LEVELS_MIN;
    while (levels < HEIGHTMAP_LEVELS_MAX && (1u << levels) + 1 < pixels)
        levels++;
    const bool ok = heightmap_init(context, map, levels);
    for (uint32_t y = 0; ok && y <= 1u << levels; y++)
        for (uint32_t x = 0; x <= 1u << levels; x++)
            map->heights[(size_t)y * cbt_heightmap_pitch(levels) + x] = resample(
                &grey, sample_of(x, levels, grey.width), sample_of(y, levels, grey.height));
    grey_map_finish(&grey);
    if (ok)
        heightmap_complete(map);
    return ok;
}

/* Island -------------------------------------------------------------------------------------- */

/* Noise values are 16-bit, 0..65535. Nothing rounds in a way that a machine could choose. */
enum { ONE = 65536, BIAS = 1 << 24 /* keeps places positive when they are warped and turned */ };

struct place {
    int64_t x, y; /* grid units, BIAS added */
};

static int64_t blend(int64_t a, int64_t b, int64_t t)
{
    return a + (b - a) * t / ONE;
}

/* 6t^5 - 15t^4 + 10t^3 in 16-bit fixed point: first and second derivatives vanish at the ends. */
static int64_t smooth(int64_t t)
{
    const int64_t t2 = t * t / ONE, t3 = t2 * t / ONE;
    return t3 * (10 * ONE - 15 * t + 6 * t2) / ONE;
}

/* The cell of a lattice that was looked at last, and the gradients at its corners: places follow
 * each other, and most lie in the cell of the one before. */
struct cell {
    uint32_t column, row;
    const int8_t *corners[4]; /* above, then below; left, then right */
};

enum { CELL_SIZES = 32, NOISES = 5 /* of a place of the island */ };

/* Contribution of the gradient at a lattice point, at an offset of (dx, dy) cells from it. */
static int64_t slope(const int8_t *gradient, int64_t dx, int64_t dy)
{
    return gradient[0] * dx + gradient[1] * dy;
}

/* Gradient noise (Perlin) on a lattice of 2^size units, 0..65535, 32768 on average. The cell is of
 * this lattice and seed. */
static int64_t noise(struct cell *cell, struct place at, uint32_t size, uint32_t seed)
{
    static const int8_t gradients[8][2] = { { 2, 1 },   { 1, 2 },   { -1, 2 }, { -2, 1 },
                                            { -2, -1 }, { -1, -2 }, { 1, -2 }, { 2, -1 } };
    const int64_t mask = ((int64_t)1 << size) - 1;
    const int64_t dx = (at.x & mask) * ONE >> size, dy = (at.y & mask) * ONE >> size;
    const int64_t tx = smooth(dx), ty = smooth(dy);
    const uint32_t column = (uint32_t)(at.x >> size), row = (uint32_t)(at.y >> size);
    if (!cell->corners[0] || cell->column != column || cell->row != row) {
        *cell = (struct cell){ .column = column, .row = row };
        for (uint32_t i = 0; i < 4; i++)
            cell->corners[i] = gradients[hash_triple(column + (i & 1), row + (i >> 1), seed) >> 29];
    }
    const int64_t above =
        blend(slope(cell->corners[0], dx, dy), slope(cell->corners[1], dx - ONE, dy), tx);
    const int64_t below = blend(slope(cell->corners[2], dx, dy - ONE),
                                slope(cell->corners[3], dx - ONE, dy - ONE), tx);
    const int64_t value = ONE / 2 + blend(above, below, ty) * 3 / 8;
    return value < 0 ? 0 : value >= ONE ? ONE - 1 : value;
}

/* Turns by the angle of the triangle 3, 4, 5, so that lattices of octaves do not line up. */
static struct place turned(struct place at)
{
    return (struct place){ (4 * at.x + 3 * at.y) / 5, (4 * at.y - 3 * at.x) / 5 + BIAS };
}

/* Octaves from 2^coarse units down to 2^fine, each half as high as the one before; 0..65535. */
static int64_t octaves(struct cell *cells, struct place at, uint32_t coarse, uint32_t fine,
                       uint32_t seed)
{
    int64_t sum = 0, whole = 0, amplitude = ONE;
    for (uint32_t size = coarse; size >= fine; size--, amplitude /= 2) {
        sum += noise(&cells[size], at, size, seed + size) * amplitude / ONE;
        whole += amplitude;
        at = turned(at);
    }
    return sum * ONE / whole;
}

/*
 * Ridges: noise folded at its middle, each octave weighted by the height of those before it, so
 * that crests get detail and valley floors stay smooth.
 */
static int64_t ridges(struct cell *cells, struct place at, uint32_t coarse, uint32_t fine,
                      uint32_t seed)
{
    int64_t sum = 0, amplitude = ONE / 2, weight = ONE;
    for (uint32_t size = coarse; size >= fine; size--, amplitude = amplitude * 15 / 32) {
        const int64_t centred = 2 * noise(&cells[size], at, size, seed + size) - ONE;
        const int64_t fold = ONE - (centred < 0 ? -centred : centred);
        const int64_t ridge = fold * fold / ONE * weight / ONE;
        sum += ridge * amplitude / ONE;
        weight = ridge * 2 + ONE / 8 < ONE ? ridge * 2 + ONE / 8 : ONE;
        at = turned(at);
    }
    return sum;
}

static int64_t root(int64_t square)
{
    int64_t result = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit /= 2)
        if ((result + bit) * (result + bit) <= square)
            result += bit;
    return result;
}

/* How much of the land stands here: 0 at sea, 65536 well inland. */
static int64_t land(struct cell *cells, struct place at, uint32_t seed)
{
    const int64_t half = (int64_t)1 << (HEIGHTMAP_GRID_BITS - 1);
    const int64_t dx = at.x - BIAS - half, dy = at.y - BIAS - half;
    const int64_t coast = octaves(cells, at, 18, 11, seed);
    const int64_t wanted = half * 28 / 100 + coast * half * 90 / 100 / ONE;
    const int64_t radius = wanted < half * 97 / 100 ? wanted : half * 97 / 100;
    const int64_t inland = (radius - root(dx * dx + dy * dy)) * ONE / (half * 45 / 100);
    return inland < 0 ? 0 : inland > ONE ? ONE : inland;
}

static uint16_t island_height(struct cell cells[NOISES][CELL_SIZES], uint32_t x, uint32_t y,
                              uint32_t fine, uint32_t seed)
{
    const struct place at = { BIAS + x, BIAS + y };
    const int64_t inland = land(cells[0], at, seed);
    if (inland == 0)
        return 0;
    /* Warped by up to 3 km, valleys bend. */
    const struct place warped = { at.x + octaves(cells[1], at, 17, 13, seed + 100),
                                  at.y + octaves(cells[2], at, 17, 13, seed + 200) };
    const int64_t mountain = ridges(cells[3], warped, 17, fine, seed + 300);
    const int64_t rolling = octaves(cells[4], warped, 15, fine, seed + 400);
    const int64_t rise = smooth(inland);
    /* Plains of some 60 m near the coast, crests of some 1600 m in the middle. */
    const int64_t height = inland * 800 / ONE + inland * rolling / ONE * 2400 / ONE +
                           rise * mountain / ONE * 36000 / ONE;
    return (uint16_t)(height > UINT16_MAX ? UINT16_MAX : height);
}

struct island {
    const struct heightmap *map;
    uint32_t start;
};

static void fill_rows(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct island *island = context;
    const uint32_t levels = island->map->levels, shift = HEIGHTMAP_GRID_BITS - levels;
    const uint32_t fine = shift > 8 ? shift : 8;
    struct cell cells[NOISES][CELL_SIZES] = { { { 0 } } };
    (void)thread;
    for (uint32_t y = (uint32_t)begin; y < end; y++)
        for (uint32_t x = 0; x <= 1u << levels; x++)
            island->map->heights[(size_t)y * cbt_heightmap_pitch(levels) + x] =
                island_height(cells, x << shift, y << shift, fine, island->start);
}

bool cbt_heightmap_island(struct context *context, struct heightmap *map, uint32_t levels,
                          uint64_t seed)
{
    if (!heightmap_init(context, map, levels))
        return false;
    const struct context_part parts[] = {
        { map->heights, cbt_heightmap_height_count(levels) * sizeof(*map->heights) },
        { map->variances, cbt_heightmap_variance_count(levels) * sizeof(*map->variances) },
    };
    char key[64];
    snprintf(key, sizeof(key), "island %u of seed %llu", levels, (unsigned long long)seed);
    if (context_recall(context, key, parts, 2))
        return true;
    struct island island = { map, hash_seed(seed, 0) };
    struct cpu_pool *pool = cpu_pool_create(0);
    cpu_pool_run(pool, ((size_t)1 << levels) + 1, 16, fill_rows, &island);
    cpu_pool_destroy(&pool);
    heightmap_complete(map);
    context_keep(context, key, parts, 2);
    return true;
}
