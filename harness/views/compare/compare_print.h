/* SPDX-License-Identifier: MIT */
/*
 * compare_print.h: two runs side by side, for people, in at most 80 columns: what differs between
 * them, each case of both, techniques, claims, and what the numbers hold for. All text but names
 * and the sign before a threshold is ASCII.
 *
 *   case     variant, and the axes that the workload's name does not hold
 *   A, B     medians
 *   B / A    ratio of times, with its interval
 *   verdict  judge/compare.h; '*' where a kernel has another hash, 'c' where its constants differ
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_PRINT_H
#define CLAIMCHECK_HARNESS_VIEWS_COMPARE_COMPARE_PRINT_H

#include "harness/analysis/compare/compare.h"

#include <stdbool.h>
#include <stdio.h>

struct compare_look {
    bool colours;
    bool wide;    /* also intervals of both and the smallest change found, beyond 80 columns */
    bool changed; /* only rows that are faster, slower, or had a time in one run alone */
};

void compare_print(FILE *out, const struct compare *compare, const struct compare_look *look);

/* Of the summary's text, "412 within ±10 %, 12 slower": what the rows say. */
enum { COMPARE_TEXT_BYTES = 512 };
void compare_print_counts(const struct compare *compare, char text[COMPARE_TEXT_BYTES]);

/* "faster", "within ±10 %", "incomparable: reset", "A ok, B failed_verify". */
void compare_print_verdict(const struct compare_row *row, char text[COMPARE_TEXT_BYTES]);

/* "0.83 [0.82, 0.85]"; without an interval where there is none; a dash without a ratio. */
void compare_print_ratio(struct stats_ratio ratio, char text[COMPARE_TEXT_BYTES]);

/* "0.083", "0.83", "8.3", "83" */
void compare_print_number(double number, char text[16]);

/* Padded to a width; wider texts push the ones behind them away. */
void compare_print_cell(FILE *out, const char *text, size_t width, bool right);

/* Whether a row is faster, slower, or had a time in one run alone. */
bool compare_print_has_changed(const struct compare_row *row);

/* False where the look leaves a row out. */
bool compare_print_is_shown(const struct compare_row *row, const struct compare_look *look);

/* "NVIDIA H100, 2026-11-21, paper" */
void compare_print_run(const struct run *run, char text[COMPARE_TEXT_BYTES]);

#endif
