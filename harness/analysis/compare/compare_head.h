/* SPDX-License-Identifier: MIT */
/* compare_head.h: what differs between two runs beside their times. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_COMPARE_HEAD_H
#define CLAIMCHECK_HARNESS_ANALYSIS_COMPARE_COMPARE_HEAD_H

#include "harness/analysis/compare/compare.h"

/* Sets models, hosts, differences and kernels. */
void compare_head(struct compare *compare);

/* Sets row->kernel and row->constants. */
void compare_head_kernels_of(const struct compare *compare, struct compare_row *row);

#endif
