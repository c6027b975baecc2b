/* SPDX-License-Identifier: MIT */
/* workload.h: input of the tile subdivision benches, and the reference's answer to it. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_WORKLOAD_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_WORKLOAD_H

#include "bench/tile_subdivision/pyramid.h"
#include "bench/tile_subdivision/reference.h"
#include "bench/tile_subdivision/tile.h"
#include "harness/bench.h"

struct tiles_workload {
    struct pyramid pyramid;
    struct threshold threshold;
    struct tile_list tiles; /* the reference's, in Morton order */
    struct reference_counts counts;
    struct tile_digest digest;
    /* For verify: tile_at[tiles_tile_first_pixel(key)] is the index + 1 of the reference's tile
     * that starts there, or 0. */
    uint32_t *tile_at;
    struct tiles_buffers *buffers; /* device part, set by upload() (device.h) */
    char tie[64];                  /* where an importance equals its threshold, for people */
    char place[32]; /* before what is wrong: "direction 3 of 16: "; empty for a single map */
};

enum { TILES_DIRECTIONS = 16 };

/* Workload of the bench `average`: maps of one mesh, each with a struct tiles_workload as state. */
struct tiles_average_workload {
    struct bench_workload maps[TILES_DIRECTIONS];
};

/*
 * Axes of the benches: map, top, threshold, falloff; and the options --map FILE, --mesh FILE,
 * --direction X,Y,Z. A picture's own size decides its top: use pyramid.top, not the axis.
 */
extern const struct bench_axis tiles_axes[], tiles_average_axes[];
extern const struct bench_option tiles_options[];

/*
 * The workload callback of struct bench. Every map has an exact tie (importance = threshold, which
 * must be subdivided; see tiles_threshold_plant_tie()), except one that is a single tile as a
 * whole, as uniform_low is by definition. "own" is for a picture or a mesh the threshold that gives
 * about 4^top / 100 tiles. All arrays are in memory of the workload: nothing to finish.
 */
bool tiles_workload(struct bench_workload *workload);

/* Its last part: the reference's answer, once pyramid and threshold are in place. */
bool tiles_workload_answer(struct bench_workload *workload);

/*
 * All of it but for the facts, once level 0 of the pyramid is in place; own_base as
 * tiles_source_load() gives it.
 */
bool tiles_workload_prepare(struct bench_workload *workload, float own_base);

/* Loads the bench `average`: the threshold that suits the first map serves all of them. */
bool tiles_average_load(struct bench_workload *workload);

/* Its picture: each map with its tiles, four in a row. */
bool tiles_average_picture(struct bench_workload *workload, struct image *image);

/* The picture callback: left the map (brightness = importance), right the map with its tiles
 * (Figure 2). */
bool tiles_picture(struct bench_workload *workload, struct image *image);

/*
 * Compares a list with the reference's as sets: every record exactly (level, x, y, importance bits,
 * threshold bits), none lost, none twice; with `ordered` the order too. A count beyond the list's
 * capacity is an overflow and a difference. The first difference is a context_mismatch() (what was
 * wanted, what came).
 */
bool tiles_verify(struct context *context, const struct tiles_workload *workload,
                  const struct tile_list *tiles, bool ordered);

#endif
