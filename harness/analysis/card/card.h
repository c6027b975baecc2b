/* SPDX-License-Identifier: MIT */
/* card.h: whether a card is as the kept cards of its model are, by what runs measured of each. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_CARD_CARD_H
#define CLAIMCHECK_HARNESS_ANALYSIS_CARD_CARD_H

#include "harness/base/base.h"
#include "harness/record/record.h"

enum card_unit { CARD_CLOCK, CARD_MEMORY, CARD_LAUNCH, CARD_UNITS };

/* Fewer cards say nothing of the next one. */
enum { CARD_LEAST = 4 };

/* How fast one unit of a card is, and its place among other cards: more is better. */
struct card_place {
    double value;  /* operations/s, bytes/s, launches/s; 0: the run did not measure it */
    double ratio;  /* over the median of the other cards; NAN without any */
    size_t cards;  /* that are kept, but this one */
    size_t slower; /* of them */
    /*
     * The prediction interval for the ratio of one more card of the model: Student's, at 99 %,
     * on logarithms, and at least 1 % to either side. NAN with fewer than CARD_LEAST cards.
     * tests/analysis/card_test.c leaves out each kept card in turn, and lowers clocks.
     */
    struct stats_interval interval;
    bool off; /* the ratio is outside of it */
};

/* A word for it: "clock". */
extern const char *const card_unit_names[CARD_UNITS];

/* Places a run, or a row, among the rows of other cards of the same model and driver name; memory
 * among those that copied as many bytes. A card is the median of its rows. */
void card_find(const struct run *run, struct run *const *rows, size_t row_count,
               struct card_place places[CARD_UNITS]);

#endif
