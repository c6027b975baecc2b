/* SPDX-License-Identifier: MIT */
/* export_compare.h: two runs side by side (judge/compare.h), for other programs and for pages. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_COMPARE_H
#define CLAIMCHECK_HARNESS_VIEWS_FORMATS_EXPORT_COMPARE_H

#include "harness/analysis/compare/compare.h"

#include <stdio.h>

/* Each of them with `changed` has no rows but those that are faster, slower, or had a time in one
 * run alone. */

/* What differs, techniques, claims, and a table of rows; rows that say nothing, within the
 * threshold or unsupported in both, are counted only. */
bool export_compare_markdown(FILE *out, const struct compare *compare, bool changed);

/* A line per row: names, medians and intervals in ns, ratio, verdict, why. */
bool export_compare_csv(FILE *out, const struct compare *compare, bool changed);

/* All of it, as an object with `runs`, `differences`, `kernels`, `rows`, `techniques`, `claims`,
 * `only_a`, `only_b`; numbers are finite or null. */
bool export_compare_json(FILE *out, const struct compare *compare, bool changed);

#endif
