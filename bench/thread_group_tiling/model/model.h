/* SPDX-License-Identifier: MIT */
/* model.h: a model of caches, and what it predicts. */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_MODEL_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MODEL_MODEL_H

#include "bench/thread_group_tiling/orders.h"

#include <stdio.h>

/* Footprint ------------------------------------------------------------------------------------ */
/*
 * Which sectors of memory a group of a kernel with wide taps asks for, by addresses
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

/* Cache ---------------------------------------------------------------------------------------- */
/*
 * A cache of lines with four valid sectors each. A read hits in a sector if its line is
 * present and the sector valid; otherwise the sector is read from memory and becomes valid, and
 * with a fetch of 64 bytes so does the other one of its half of the line. Which lines are present
 * does not depend on the fetch: a cache counts for both sizes at once. A written sector becomes
 * valid and dirty without being read, and is written to memory when its line leaves.
 */

enum tiling_replacement { TILING_LRU, TILING_RANDOM };
enum tiling_index { TILING_MODULO, TILING_HASHED };
enum tiling_fetch { TILING_FETCH_32, TILING_FETCH_64, TILING_FETCH_COUNT };

/* "lru", "random"; "modulo", "hashed"; end with NULL. */
extern const char *const tiling_replacement_names[];
extern const char *const tiling_index_names[];

enum { TILING_WAYS_MAX = 1 << 20 };
#define TILING_CACHE_BYTES_MAX (UINT64_C(1) << 34)

/* The set of a line is line % sets, or, hashed, the highest bits of line * 2654435769 mod 2^32. */
struct tiling_cache_shape {
    uint64_t bytes; /* a multiple of 128 * ways, up to TILING_CACHE_BYTES_MAX */
    uint32_t ways;  /* up to TILING_WAYS_MAX */
    enum tiling_replacement replacement;
    enum tiling_index index;
    uint32_t written_from; /* lines from this one on are written alone, the others read alone */
};

/* Sectors, of 32 bytes. */
struct tiling_cache_counts {
    uint64_t reads, hits;
    uint64_t memory_reads, memory_writes;
};

struct tiling_cache; /* starts empty */

struct tiling_cache *tiling_cache_create(const struct tiling_cache_shape *shape);
void tiling_cache_destroy(struct tiling_cache **cache);

/* One after another; lines are below TILING_LINES_END. */
void tiling_cache_access(struct tiling_cache *cache, const struct tiling_request *requests,
                         size_t count);

/* Reads some sectors of a line; returns those that were not valid. Nothing is counted. */
uint32_t tiling_cache_read(struct tiling_cache *cache, uint32_t line, uint32_t sectors);

/* All dirty sectors are written to memory; the cache is then empty. */
void tiling_cache_flush(struct tiling_cache *cache);

struct tiling_cache_counts tiling_cache_counts(const struct tiling_cache *cache,
                                               enum tiling_fetch fetch);

/* Machine -------------------------------------------------------------------------------------- */
/*
 * Groups that run at the same time, as far as their order of memory accesses goes. There
 * is no time in it: a device has units with so many places for groups each. In a round every group
 * has a turn, one after another; in its turn it asks for what its next tap wants of all planes,
 * plane by plane, and in its last turn it writes its output. Where drift is above 1, a turn takes 1
 * to so many rounds, drawn evenly. The next launch goes to the first place that becomes free; at
 * the start, launches go to the units in turn. With a launch window above 1, so many launches after
 * one another stand in a random order. All draws are seeded: the same machine asks for the same.
 *
 * Reads go through a cache of the unit, if it has one, and what that lacks to each of the shared
 * caches, which see the same requests and know nothing of each other. Writes go past the unit's. A
 * sector is there as soon as it was asked for.
 */

enum {
    TILING_UNITS_MAX = 1024,
    TILING_UNIT_GROUPS_MAX = 64,
    TILING_WINDOW_MAX = 4096,
    TILING_DRIFT_MAX = 256,
};

struct tiling_machine {
    uint32_t units, unit_groups;
    uint32_t window, drift;
    struct tiling_cache_shape unit_cache; /* bytes 0: none */
    uint64_t seed;
};

/* Sectors. */
struct tiling_traffic {
    uint64_t asked;    /* by groups, of the unit's cache if there is one */
    uint64_t distinct; /* ever read */
};

/* Runs all groups; caches may be any number, 0 among them. */
void tiling_machine_run(const struct tiling_machine *machine,
                        const struct tiling_footprint *footprint, struct tiling_launch_order order,
                        struct tiling_cache *const *caches, size_t cache_count,
                        struct tiling_traffic *traffic);

/* Profile -------------------------------------------------------------------------------------- */
/*
 * What the model assumes of a device, from a file that states all of it. A line is
 * `key = 123` or `key = "text"`, `#` begins a comment, so that readers of TOML read it, too. Each
 * key stands there once:
 *
 *   name, kind          kind: "prediction", made before anything was measured and never adjusted;
 *                       "device", what is published of one; "fit", adjusted to published numbers
 *   units               with a cache each
 *   unit_groups         that are resident on a unit, of 64 threads; larger groups are fewer, so
 *                       that threads are as many, and one at least
 *   unit_cache_bytes    a multiple of 128 * ways; 0: there is none
 *   unit_cache_ways
 *   cache_bytes         of the shared cache that a group sees; a multiple of 128 * ways
 *   cache_bytes_reported  what is said of the device, which the model does not use; 0: nothing
 *   cache_ways
 *   replacement         of the shared cache, "lru" or "random"; the units' are LRU
 *   index               how a line finds its set: "modulo" or "hashed", in both caches
 *   fetch_bytes         read from memory at a time: 32 or 64
 *   launch_window       launches within so many stand in a random order; 1: none
 *   drift               a turn of a group takes 1 to so many rounds; 1: in step
 *   writes              "allocate": the output goes through the shared cache; "none"
 *   seed                of both
 */

enum { TILING_PROFILE_TEXT = 64 };

enum tiling_profile_kind { TILING_PREDICTION, TILING_DEVICE, TILING_FIT };

struct tiling_profile {
    char name[TILING_PROFILE_TEXT];
    enum tiling_profile_kind kind;
    struct tiling_machine machine;   /* unit_groups: of 64 threads */
    struct tiling_cache_shape cache; /* written_from: UINT32_MAX */
    uint64_t cache_bytes_reported;
    enum tiling_fetch fetch;
    bool writes;
};

/* Closes the file; NULL has left an errno. False, with a message that names the file by this path,
 * its line and what is wanted there. */
bool tiling_profile_read(struct tiling_profile *profile, FILE *file, const char *path);

/* Prediction ----------------------------------------------------------------------------------- */
/*
 * What the model says of orders on a device's profile, and how far that depends on
 * details of the device that nobody publishes. Bytes of memory are those read and written.
 */

enum { TILING_PREDICTION_ORDERS = 256, TILING_RANGE_WAYS = 32 };

struct tiling_span {
    double low, high;
};

struct tiling_prediction {
    struct tiling_launch_order order;
    struct tiling_traffic traffic;
    struct tiling_cache_counts counts; /* of the shared cache, as the profile has it */
    double ratio;                      /* memory's bytes of the first order over those of this */
    /* Over all combinations of LRU and random replacement, 8, 16 and 32 ways, fetches of 32 and 64
     * bytes, launch windows of 1 and 64, linear addresses and blocks, and the profile's own. The
     * ratio is that of the same combination. Without a range: the numbers themselves. */
    struct tiling_span hit_range, bytes_range, ratio_range;
};

double tiling_prediction_hit_rate(const struct tiling_cache_counts *counts);
double tiling_prediction_bytes(const struct tiling_cache_counts *counts);

struct tiling_prediction_request {
    const struct tiling_profile *profile;
    struct tiling_footprint footprint;
    const struct tiling_launch_order *orders; /* up to TILING_PREDICTION_ORDERS */
    size_t order_count;
    bool range;       /* cache_bytes is then a multiple of 128 * TILING_RANGE_WAYS */
    uint32_t threads; /* 0: one per CPU that the process may use */
};

/* Returns the profile's machine for groups of this footprint's size. */
struct tiling_machine tiling_prediction_machine(const struct tiling_prediction_request *request);

/* Fills order_count predictions, the same for any number of threads. */
void tiling_predict(const struct tiling_prediction_request *request,
                    struct tiling_prediction *predictions);

#endif
