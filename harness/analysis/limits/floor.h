/* SPDX-License-Identifier: MIT */
/*
 * floor.h: the least time in which a device could do what a case must do, by its ceilings. It is
 * the largest of these times:
 *
 * bytes: of bytes read at the best rate of reading, of bytes written at the best rate of writing,
 * and of both together at the best rate of any of the three curves, the longest. Reading and
 * writing may overlap, so their times are not added up; both share what moves bytes at all.
 *
 * texture: bytes of texels looked up in images, at the best rate of texels of that size.
 *
 * operations: all at the best rate of any kind; floats that must not become multiply-adds, integers
 * and special ones each at the rate of their kind.
 *
 * atomics: of the pattern that takes longest, by whether old values are used.
 *
 * chain: its steps, of those that were recorded the cheapest first (a fill, a copy or read-back, a
 * dispatch that waits, direct or indirect, whichever was cheaper), for a chain may be any of them;
 * and loads and rounds of its kernels, but for one load a step, which the price of a step holds.
 *
 * groups, vertices, pixels: at the rates at which work-groups that do nothing are launched,
 * vertices of triangles are made that cover nothing, and pixels are filled.
 *
 * What was not measured bounds nothing. Of what draws only vertices, pixels and bytes read bound: a
 * pass is no step of a chain, and its images may be packed.
 *
 * A bound, not a prediction: a case at 100 % has nothing left to gain on this device, one far above
 * 100 % cannot be true.
 */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_FLOOR_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_FLOOR_H

#include "harness/analysis/limits/ceilings.h"

enum floor_bound {
    FLOOR_NONE,
    FLOOR_BYTES,
    FLOOR_TEXTURE,
    FLOOR_OPERATIONS,
    FLOOR_ATOMICS,
    FLOOR_CHAIN,
    FLOOR_GROUPS,
    FLOOR_VERTICES,
    FLOOR_PIXELS,
    FLOOR_BOUND_COUNT,
};

/* "bytes", ...; "" for NONE. Static storage. */
const char *floor_bound_name(enum floor_bound bound);

/* Work of a case; unknown amounts are 0. */
struct floor_work {
    struct bench_work amounts;
    /* Recorded: at most so many steps are of that kind. */
    double direct, indirect, fills, copies, read_backs;
    double threads; /* of the host, of kind CPU */
    bool cold;      /* caches held nothing of it: rates are those of the largest sets */
};

/* Returns the work of a case of a run. */
struct floor_work floor_work_of(const struct run_case *c);

struct floor_time {
    double ns; /* 0 with FLOOR_NONE: no ceiling is known that bounds the work */
    enum floor_bound bound;
};

/* True when something that draws declares what the ceilings measure of draws: without, it has no
 * floor. */
bool floor_is_known_of_draws(const struct floor_work *work, const struct run_ceilings *ceilings);

struct floor_time floor_find(const struct run_ceilings *ceilings, const struct floor_work *work);

/* Finds the lower bound by the limits of as many threads of the host: bytes and operations. */
struct floor_time floor_find_host(const struct run_ceilings *ceilings,
                                  const struct floor_work *work);

/*
 * Sets the floor of a case of the run, by its GPU time; of kind CPU by its wall time and the
 * ceilings of the host. Cases that measure a ceiling themselves have none. Where the ceilings say
 * that the time cannot be true, more than 5 % below the floor, the case becomes suspect, with the
 * reason, and loses its times; not where `software`, nor of kind CPU: ceilings of a host that has
 * other things to do, too, bound nothing. A case whose baseline is suspect loses its ratio.
 */
void floor_apply(struct run *run, struct run_case *c, const struct run_ceilings *ceilings,
                 bool software);

/* Sets the floors of all cases that are ok, once all ceilings are known. */
void floor_apply_all(struct run *run, const struct run_ceilings *ceilings, bool software);

#endif
