/* SPDX-License-Identifier: MIT */
#include "bench/thread_group_tiling/model/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RADIUS_MAX = 4096, WIDE = 6, PLANE_ALIGNMENT = 4096 };

const char *const tiling_addressing_names[] = { "linear", "block", NULL };

static const struct tiling_tap disc[TILING_TAPS_MAX] = {
    { 8, 0 },    { -11, 10 }, { 2, -19 },   { 14, 18 }, { -25, -4 },
    { 24, -15 }, { -8, 30 },  { -15, -29 }, { 33, 12 },
};

static const struct tiling_tap cross[TILING_TAPS_MAX] = {
    { 0, 0 }, { 1, 0 }, { -1, 0 }, { 2, 0 }, { -2, 0 }, { 0, 1 }, { 0, -1 }, { 0, 2 }, { 0, -2 },
};

static const struct tiling_tap grid[TILING_TAPS_MAX] = {
    { -1, -1 }, { 0, -1 }, { 1, -1 }, { -1, 0 }, { 0, 0 }, { 1, 0 }, { -1, 1 }, { 0, 1 }, { 1, 1 },
};

static bool read_radius(const char *text, int32_t *radius)
{
    const size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 4 || text[digits] != '\0')
        return false;
    *radius = atoi(text);
    return *radius <= RADIUS_MAX;
}

bool tiling_footprint_read_taps(struct tiling_footprint *footprint, const char *text)
{
    int32_t radius = 1;
    const struct tiling_tap *taps = disc;
    if (strncmp(text, "cross:", 6) == 0 && read_radius(text + 6, &radius)) {
        taps = cross;
        radius /= 2;
    } else if (strncmp(text, "grid:", 5) == 0 && read_radius(text + 5, &radius))
        taps = grid;
    else if (strcmp(text, "wide") == 0)
        radius = WIDE;
    else if (strcmp(text, "disc") != 0)
        return false;
    footprint->tap_count = TILING_TAPS_MAX;
    for (int i = 0; i < TILING_TAPS_MAX; i++)
        footprint->taps[i] = (struct tiling_tap){ taps[i].x * radius, taps[i].y * radius };
    return true;
}

uint32_t tiling_footprint_span(const struct tiling_footprint *footprint)
{
    int32_t top = 0, bottom = 0;
    for (uint32_t i = 0; i < footprint->tap_count; i++) {
        top = footprint->taps[i].y < top ? footprint->taps[i].y : top;
        bottom = footprint->taps[i].y > bottom ? footprint->taps[i].y : bottom;
    }
    return (uint32_t)(bottom - top);
}

static uint32_t ceil_of(uint32_t number, uint32_t divisor)
{
    return (number + divisor - 1) / divisor;
}

struct tiling_grid tiling_footprint_grid(const struct tiling_footprint *footprint)
{
    return (struct tiling_grid){ ceil_of(footprint->width, footprint->group_width),
                                 ceil_of(footprint->height, footprint->group_height) };
}

static uint32_t lines_of(const struct tiling_footprint *footprint, uint32_t texel_bytes)
{
    const uint64_t bytes =
        (uint64_t)footprint->width * (8 * ceil_of(footprint->height, 8)) * texel_bytes;
    const uint64_t pages = (bytes + PLANE_ALIGNMENT - 1) / PLANE_ALIGNMENT;
    return (uint32_t)(pages * (PLANE_ALIGNMENT / TILING_LINE_BYTES));
}

uint32_t tiling_footprint_plane_lines(const struct tiling_footprint *footprint)
{
    return lines_of(footprint, footprint->texel_bytes);
}

/* Blocks of the last rows may lie behind the end of the plane. */
static uint32_t lines_behind(const struct tiling_footprint *footprint, uint32_t texel_bytes)
{
    return footprint->addressing == TILING_ADDRESSING_BLOCK
               ? 4 * ceil_of(footprint->height, 8) * (texel_bytes > 0)
               : 0;
}

/* Lines of all planes that are read, with the padding of their last blocks. */
static uint32_t read_lines(const struct tiling_footprint *footprint)
{
    return footprint->planes * tiling_footprint_plane_lines(footprint) +
           lines_behind(footprint, footprint->texel_bytes);
}

uint32_t tiling_footprint_lines(const struct tiling_footprint *footprint)
{
    return read_lines(footprint) + lines_of(footprint, footprint->output_bytes) +
           lines_behind(footprint, footprint->output_bytes);
}

uint32_t tiling_footprint_written_from(const struct tiling_footprint *footprint)
{
    return footprint->output_bytes > 0 ? read_lines(footprint) : UINT32_MAX;
}

bool tiling_footprint_fits(const struct tiling_footprint *footprint)
{
    const uint64_t texels = (uint64_t)footprint->width * (footprint->height + 7);
    const uint64_t bytes =
        texels * (footprint->planes * footprint->texel_bytes + footprint->output_bytes);
    return bytes / TILING_LINE_BYTES + UINT32_C(1) * 8 * 65536 < TILING_LINES_END;
}

/* Texels first..last of rows top..bottom, all within the image. */
struct rectangle {
    uint32_t first, last, top, bottom;
    uint32_t texel_bytes;
};

/* Bits of the units from..to that lie in the part; a part has `per` units. */
static uint32_t bits_of(uint32_t from, uint32_t to, uint32_t part, uint32_t per)
{
    const uint32_t begin = part * per;
    const uint32_t low = from > begin ? from - begin : 0;
    const uint32_t high = to < begin + per - 1 ? to - begin : per - 1;
    return (2u << high) - (1u << low);
}

static uint32_t linear_requests(const struct tiling_footprint *footprint,
                                const struct rectangle *rectangle, struct tiling_request *requests)
{
    uint32_t count = 0;
    for (uint32_t y = rectangle->top; y <= rectangle->bottom; y++) {
        const uint64_t row = (uint64_t)y * footprint->width;
        const uint64_t bytes = rectangle->texel_bytes;
        const uint64_t from = (row + rectangle->first) * bytes / TILING_SECTOR_BYTES;
        const uint64_t to = ((row + rectangle->last) * bytes + bytes - 1) / TILING_SECTOR_BYTES;
        for (uint64_t line = from / 4; line <= to / 4; line++) {
            const uint32_t low = line == from / 4 ? from % 4 : 0;
            const uint32_t high = line == to / 4 ? to % 4 : 3;
            const uint32_t sectors = (2u << high) - (1u << low);
            if (count > 0 && requests[count - 1].line == line)
                requests[count - 1].sectors |= sectors;
            else
                requests[count++] =
                    (struct tiling_request){ .line = (uint32_t)line, .sectors = sectors };
        }
    }
    return count;
}

/* Lines of a block have 32 bytes of four rows, their sectors 16 bytes of two. */
static uint32_t block_requests(const struct tiling_footprint *footprint,
                               const struct rectangle *rectangle, struct tiling_request *requests)
{
    const uint32_t bytes = rectangle->texel_bytes;
    const uint32_t blocks = ceil_of(footprint->width * bytes, 64);
    const uint32_t left = rectangle->first * bytes / 16;
    const uint32_t right = (rectangle->last * bytes + bytes - 1) / 16;
    const uint32_t top = rectangle->top / 2, bottom = rectangle->bottom / 2;
    uint32_t count = 0;
    for (uint32_t block_y = top / 4; block_y <= bottom / 4; block_y++)
        for (uint32_t block_x = left / 4; block_x <= right / 4; block_x++)
            for (uint32_t i = 0; i < 4; i++) {
                const uint32_t x = 2 * block_x + i % 2, y = 2 * block_y + i / 2;
                if (x < left / 2 || x > right / 2 || y < top / 2 || y > bottom / 2)
                    continue;
                const uint32_t across = bits_of(left, right, x, 2);
                const uint32_t down = bits_of(top, bottom, y, 2);
                requests[count++] = (struct tiling_request){
                    .line = (block_y * blocks + block_x) * 4 + i,
                    .sectors = (down & 1 ? across : 0) | (down & 2 ? across << 2 : 0),
                };
            }
    return count;
}

static uint32_t clamped(int64_t at, uint32_t side)
{
    return at < 0 ? 0 : at >= side ? side - 1 : (uint32_t)at;
}

static uint32_t requests_of(const struct tiling_footprint *footprint, struct tiling_group group,
                            struct tiling_tap tap, uint32_t texel_bytes,
                            struct tiling_request *requests)
{
    const uint32_t x = group.x * footprint->group_width, y = group.y * footprint->group_height;
    const uint32_t last_x = clamped((int64_t)x + footprint->group_width - 1, footprint->width);
    const uint32_t last_y = clamped((int64_t)y + footprint->group_height - 1, footprint->height);
    const struct rectangle rectangle = {
        .first = clamped((int64_t)x + tap.x, footprint->width),
        .last = clamped((int64_t)last_x + tap.x, footprint->width),
        .top = clamped((int64_t)y + tap.y, footprint->height),
        .bottom = clamped((int64_t)last_y + tap.y, footprint->height),
        .texel_bytes = texel_bytes,
    };
    return footprint->addressing == TILING_ADDRESSING_LINEAR
               ? linear_requests(footprint, &rectangle, requests)
               : block_requests(footprint, &rectangle, requests);
}

uint32_t tiling_footprint_tap(const struct tiling_footprint *footprint, struct tiling_group group,
                              uint32_t tap, struct tiling_request *requests)
{
    assert(tap < footprint->tap_count);
    return requests_of(footprint, group, footprint->taps[tap], footprint->texel_bytes, requests);
}

uint32_t tiling_footprint_output(const struct tiling_footprint *footprint,
                                 struct tiling_group group, struct tiling_request *requests)
{
    const uint32_t count = requests_of(footprint, group, (struct tiling_tap){ 0, 0 },
                                       footprint->output_bytes, requests);
    const uint32_t base = read_lines(footprint);
    for (uint32_t i = 0; i < count; i++)
        requests[i].line += base;
    return count;
}
