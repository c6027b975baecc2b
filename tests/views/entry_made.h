/* SPDX-License-Identifier: MIT */
/* entry_made.h: claims and what was measured of them, of numbers made up, for tests of outputs. */
#ifndef CLAIMCHECK_TESTS_VIEWS_ENTRY_MADE_H
#define CLAIMCHECK_TESTS_VIEWS_ENTRY_MADE_H

#include "tests/analysis/claims_made.h"

enum { PAIRS = 4 };

/* A claim, and what was measured of it. */
struct made_entry {
    struct published *file;
    struct claims_entry entry;
    struct claims_pair pairs[PAIRS];
};

static inline void entry_init(struct made_entry *made, const char *members)
{
    made->file = made_claim(members);
    made->entry = (struct claims_entry){ .paper = made->file,
                                         .claim = &made->file->claims[0],
                                         .reason = "",
                                         .verdict = { VERDICT_ZONES, 1u << ZONE_CONFIRMED },
                                         .first_date = "",
                                         .last_date = "",
                                         .reading_count = 1 };
    for (size_t i = 0; i < PAIRS; i++)
        made->pairs[i] = (struct claims_pair){ .label = "",
                                               .key = "",
                                               .a = "a",
                                               .b = "b",
                                               .a_plain = NAN,
                                               .b_plain = NAN,
                                               .published = NAN,
                                               .estimate = { .interval = { NAN, NAN } },
                                               .zones = zones_direction() };
    for (size_t i = 0; i < CLAIMS_READINGS_MAX; i++)
        made->entry.readings[i] = (struct claims_reading){ .pairs = made->pairs,
                                                           .shown = made->pairs,
                                                           .pair_count = 1,
                                                           .case_count = 1,
                                                           .held = 1,
                                                           .place_low = NAN,
                                                           .place_high = NAN };
}

/* r of one pair, and of the claim's raw ratio where the statement turns it round. */
static inline void pair_set(struct made_entry *made, size_t i, double r, double low, double high)
{
    struct claims_reading *reading = &made->entry.readings[0];
    made->pairs[i].r = made->pairs[i].estimate.value = r;
    made->pairs[i].r_interval = made->pairs[i].estimate.interval =
        (struct stats_interval){ low, high };
    reading->r_low = i == 0 ? r : fmin(reading->r_low, r);
    reading->r_high = i == 0 ? r : fmax(reading->r_high, r);
}

#endif
