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
};

/*
 * Axes of the benches: map, top, threshold, falloff; and the options --map FILE, --mesh FILE,
 * --direction X,Y,Z. A picture's own size decides its top: use pyramid.top, not the axis.
 */
extern const struct bench_axis tiles_axes[];
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

/* The picture callback: left the map (brightness = importance), right the map with its tiles
 * (Figure 2). */
bool tiles_picture(const struct bench_workload *workload, struct image *image);

/*
 * Compares a list with the reference's as sets: every record exactly (level, x, y, importance bits,
 * threshold bits), none lost, none twice; with `ordered` the order too. A count beyond the list's
 * capacity is an overflow and a difference. The first difference is a context_mismatch() (what was
 * wanted, what came).
 */
bool tiles_verify(struct context *context, const struct tiles_workload *workload,
                  const struct tile_list *tiles, bool ordered);

#endif
