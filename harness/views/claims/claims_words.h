/* SPDX-License-Identifier: MIT */
/* claims_words.h: what a paper has and what a device has, in a few words for a cell of a table. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_WORDS_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_CLAIMS_WORDS_H

#include "harness/analysis/claims/claims.h"

enum { CLAIMS_WORDS_BYTES = 128, CLAIMS_MARKS_BYTES = 512 };

/* In which they are counted and shown. */
extern const enum verdict claims_words_order[VERDICT_COUNT];

/* "about 6", ">= 1.3", "below 1", "200 us". */
void claims_words_paper(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES]);

/* "1.83 [1.82, 1.84]", "at 4"; without the interval unless asked for; "-" where there is none. */
void claims_words_here(const struct claims_entry *entry, bool interval,
                       char text[CLAIMS_WORDS_BYTES]);

/* Likewise of one pair. */
void claims_words_pair(const struct published_claim *claim, const struct claims_pair *pair,
                       bool interval, char text[CLAIMS_WORDS_BYTES]);

/* "n 26", "n 6 runs"; with the pairs where there are several. "" where nothing was measured. */
void claims_words_n(const struct claims_entry *entry, char text[CLAIMS_WORDS_BYTES]);

/* What the ratio is of, "600 us against 84.6 us", and beside it the paper's own figures, "paper
 * 5.78 ms, 0.4 ms"; "" where it is of nothing. They are context: no verdict rests on them. */
void claims_words_context(const struct claims_entry *entry, char text[CLAIMS_MARKS_BYTES]);

/* "within one run; not in the same rounds"; "" where there are none. */
void claims_words_marks(const struct claims_entry *entry, char text[CLAIMS_MARKS_BYTES]);

#endif
