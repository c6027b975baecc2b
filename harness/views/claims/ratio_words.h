/* SPDX-License-Identifier: MIT */
/*
 * ratio_words.h: ratios of claims in words: at or above 1, each with the word of its side, those
 * that are read together in one unit. 0.92 of "faster" reads "1.09 × slower", 1 reads "as fast".
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RATIO_WORDS_H
#define CLAIMCHECK_HARNESS_VIEWS_CLAIMS_RATIO_WORDS_H

#include "harness/analysis/claims/claims.h"
#include "harness/base/text.h"

#define RATIO_WORDS_PERCENT_BELOW 1.1 /* larger ratios are no per cent */

/* "7.2 % faster", "1.09 × slower". */
void ratio_words(struct text *text, enum published_says says, double r);

/* "2.84 × slower": the size of a ratio alone, with this word. */
void ratio_words_size(struct text *text, double r, const char *word);

/* "1.2 % faster [0.5, 12]", "1.02 × faster [1.04 × slower, 1.2 × faster]". */
void ratio_words_measured(struct text *text, enum published_says says,
                          const struct claims_pair *pair);

/* "1.94 × to 2.56 × faster", "1.09 × slower to 1.3 × faster", "up to 3 % faster". */
void ratio_words_range(struct text *text, enum published_says says, double low, double high);

/* Adds "1.94 to 2.56", or one of them where both read the same, and finishes both. */
void ratio_words_ends(struct text *text, struct text *low, struct text *high);

/* Returns the word for a ratio above 1, or below it. */
const char *ratio_words_side(enum published_says says, bool above);

#endif
