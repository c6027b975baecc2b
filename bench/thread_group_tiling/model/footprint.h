/* SPDX-License-Identifier: MIT */
/*
 * footprint.h: which sectors of memory a group of a kernel with wide taps asks for, by addresses
 * that the model fixes. A line has 128 bytes, its 4 sectors have 32 each.
 *
 * Plane p begins at p * PB bytes, PB = width * ceil8(height) * texel bytes, rounded up to 4096. In
 * it the texel (x, y) has, with xb = x * texel bytes,
 *
 *   linear  the byte (y * width + x) * texel bytes
 *   block   the block (y/8) * ceil(width * texel bytes / 64) + xb/64 of 512 bytes; in that, the
 *           line (xb%64)/32 + 2*((y%8)/4); in that, the sector (xb%32)/16 + 2*((y%4)/2)
 *
 * The output, one texel per pixel, is a plane behind the last one. Where a row is no whole number
 * of blocks, the last blocks of a plane lie in the next one: widths of models in blocks are best
 * multiples of 64 bytes.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_FOOTPRINT_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_FOOTPRINT_H

#include "bench/thread_group_tiling/orders.h"

enum {
    TILING_LINE_BYTES = 128,
    TILING_SECTOR_BYTES = 32,
    TILING_LINE_SECTORS = 4,
    TILING_TAPS_MAX = 9,
    TILING_FOOTPRINT_PLANES = 8,
    TILING_TEXEL_MAX = 16,
    TILING_GROUP_SIDE_MAX = 64,
    TILING_GROUP_PIXELS_MAX = 1024,
    TILING_REQUESTS_MAX = 512, /* of one tap of a group in one plane */
};

/* All lines of a footprint are to be below it: tiling_footprint_fits(). */
#define TILING_LINES_END (UINT32_C(1) << 28)

enum tiling_addressing { TILING_ADDRESSING_LINEAR, TILING_ADDRESSING_BLOCK };

/* "linear", "block"; ends with NULL. */
extern const char *const tiling_addressing_names[];

struct tiling_tap {
    int32_t x, y; /* pixels */
};

struct tiling_footprint {
    uint32_t width, height;             /* pixels */
    uint32_t group_width, group_height; /* up to TILING_GROUP_SIDE_MAX, _PIXELS_MAX */
    uint32_t planes, texel_bytes;       /* a texel has a power of two, up to TILING_TEXEL_MAX */
    uint32_t output_bytes;              /* likewise; 0: nothing is written */
    enum tiling_addressing addressing;
    struct tiling_tap taps[TILING_TAPS_MAX];
    uint32_t tap_count;
};

/* Some sectors of one line. */
struct tiling_request {
    uint32_t line;
    uint32_t sectors; /* a bit each */
};

/*
 * The taps of "cross:R", "grid:R", "disc" or "wide", R from 0 to 4096 pixels:
 *   cross  (0,0) (q,0) (-q,0) (2q,0) (-2q,0), then the same along y; q = R/2
 *   grid   ((i%3-1)*R, (i/3-1)*R) for i = 0..8
 *   disc   nine points of a disc of 35 pixels, fixed in footprint.c
 *   wide   disc, six times as far
 * False when the text is none of them.
 */
bool tiling_footprint_read_taps(struct tiling_footprint *footprint, const char *text);

/* Rows from the highest to the lowest tap. */
uint32_t tiling_footprint_span(const struct tiling_footprint *footprint);

struct tiling_grid tiling_footprint_grid(const struct tiling_footprint *footprint);

bool tiling_footprint_fits(const struct tiling_footprint *footprint);

/* Lines of a plane, PB / 128, and of all of them with the output. */
uint32_t tiling_footprint_plane_lines(const struct tiling_footprint *footprint);
uint32_t tiling_footprint_lines(const struct tiling_footprint *footprint);

/* The first line that is written; UINT32_MAX when there is none. Those before it are read alone. */
uint32_t tiling_footprint_written_from(const struct tiling_footprint *footprint);

/*
 * What the pixels of a group that lie within the image ask for in plane 0 by one tap, coordinates
 * clamped to the image, each sector once, by rising address. Returns how many requests.
 */
uint32_t tiling_footprint_tap(const struct tiling_footprint *footprint, struct tiling_group group,
                              uint32_t tap, struct tiling_request *requests);

/* Lists their writes. */
uint32_t tiling_footprint_output(const struct tiling_footprint *footprint,
                                 struct tiling_group group, struct tiling_request *requests);

#endif
