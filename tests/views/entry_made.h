/* SPDX-License-Identifier: MIT */
/* entry_made.h: claims and what was measured of them, of numbers made up, for tests of outputs. */
#ifndef CLAIMCHECK_TESTS_VIEWS_ENTRY_MADE_H
#define CLAIMCHECK_TESTS_VIEWS_ENTRY_MADE_H

#include "tests/analysis/claims_made.h"

enum { PAIRS = 4 };

/* A claim, and what was measured of it; by entry_make(). */
static struct {
    struct published *file;
    struct claims_entry entry;
    struct claims_pair pairs[PAIRS];
} made_entry;

/* r of one pair, and of the claim's raw ratio where the statement turns it round. */
static inline void pair_set(size_t i, double r, double low, double high)
{
    struct claims_reading *reading = &made_entry.entry.readings[0];
    made_entry.pairs[i].r = made_entry.pairs[i].estimate.value = r;
    made_entry.pairs[i].r_interval = made_entry.pairs[i].estimate.interval =
        (struct stats_interval){ low, high };
    reading->r_low = i == 0 ? r : fmin(reading->r_low, r);
    reading->r_high = i == 0 ? r : fmax(reading->r_high, r);
}

/* Makes the claim of these members, in place of the one before, and its first pair. */
static inline void entry_make(const char *members, double r, double low, double high)
{
    published_destroy(&made_entry.file);
    made_entry.file = made_claim(members);
    made_entry.entry = (struct claims_entry){ .paper = made_entry.file,
                                              .claim = &made_entry.file->claims[0],
                                              .reason = "",
                                              .verdict = { VERDICT_ZONES, 1u << ZONE_CONFIRMED },
                                              .first_date = "",
                                              .last_date = "",
                                              .reading_count = 1 };
    for (size_t i = 0; i < PAIRS; i++)
        made_entry.pairs[i] = (struct claims_pair){ .label = "",
                                                    .key = "",
                                                    .a = "a",
                                                    .b = "b",
                                                    .a_plain = NAN,
                                                    .b_plain = NAN,
                                                    .published = NAN,
                                                    .estimate = { .interval = { NAN, NAN } },
                                                    .zones = zones_direction() };
    for (size_t i = 0; i < CLAIMS_READINGS_MAX; i++)
        made_entry.entry.readings[i] = (struct claims_reading){ .pairs = made_entry.pairs,
                                                                .shown = made_entry.pairs,
                                                                .pair_count = 1,
                                                                .case_count = 1,
                                                                .held = 1,
                                                                .place_low = NAN,
                                                                .place_high = NAN };
    pair_set(0, r, low, high);
}

/* Checks what a part of the sentence says. */
static inline void entry_says(void (*part)(const struct claims_entry *, struct text *),
                              const char *wanted)
{
    CLEANUP(text_finish) struct text text = { 0 };
    part(&made_entry.entry, &text);
    assert_string_equal(text_string(&text), wanted);
}

#endif
