/* SPDX-License-Identifier: MIT */
/* compare_words.h: runs, verdicts and counts of a comparison in words, for a cell or a line. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_WORDS_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_WORDS_H

#include "harness/analysis/compare/compare.h"
#include "harness/base/text.h"

#include <stdbool.h>

enum { COMPARE_WORDS_BYTES = 512 };

/* "NVIDIA H100, 2026-11-21, paper" */
void compare_words_run(const struct run *run, char text[COMPARE_WORDS_BYTES]);

/* "faster", "within ±10 %", "incomparable: reset", "A ok, B failed_verify". */
void compare_words_verdict(const struct compare_row *row, char text[COMPARE_WORDS_BYTES]);

/* Adds "412 within ±10 %, 12 slower": what the rows say. */
void compare_words_counts(const struct compare *compare, struct text *text);

/* True of a row that is faster, slower, or had a time in one run alone. */
bool compare_words_has_changed(const struct compare_row *row);

#endif
