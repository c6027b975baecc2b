/* SPDX-License-Identifier: MIT */
/* growth.h: how the rate of one variant changes with the size of its input. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_GROWTH_H
#define CLAIMCHECK_HARNESS_ANALYSIS_LIMITS_GROWTH_H

#include "harness/record/run/run.h"

enum { GROWTH_POINTS_MAX = 32 };

struct growth_point {
    const struct run_case *c;
    double bytes;       /* that an execution moves, at most the device memory that the case holds */
    double bytes_per_s; /* of all that it moves, by its median */
};

/* Cases of a technique in a run of the profile `scale`, by rising bytes; other runs have none.
 * Cases without a time or bytes have no point. */
struct growth {
    struct growth_point points[GROWTH_POINTS_MAX];
    size_t count;
};

void growth_find(struct growth *growth, const struct run *run, const char *technique);

/*
 * The knee: the two neighbours behind the fastest point between which the rate first falls below
 * the middle of the fastest and the last. False where the last is within 15 % of the fastest, and
 * of fewer than three points.
 */
struct growth_knee {
    size_t fastest, before, after; /* points; the last is where it ends */
};
bool growth_knee_find(const struct growth *growth, struct growth_knee *knee);

enum { GROWTH_TEXT_BYTES = 256 };

/* Writes the knee as a sentence: "falls from 5.1 TB/s to 2.9 TB/s, half of it between 32 MiB and 48
 * MiB"; that there is none; or "" of fewer than three points. */
void growth_text(const struct growth *growth, char text[GROWTH_TEXT_BYTES]);

#endif
