/* SPDX-License-Identifier: MIT */
/* results_summary.h: figures as cases have them. New references; null where there is none. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RESULTS_SUMMARY_H
#define CLAIMCHECK_HARNESS_RECORD_RESULTS_SUMMARY_H

#include "harness/base/stats.h"

#include <jansson.h>

json_t *results_summary_json(const struct stats_summary *summary);
json_t *results_ratio_json(const struct stats_ratio *ratio);

#endif
