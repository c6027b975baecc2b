/* SPDX-License-Identifier: MIT */
#include "harness/record/results_summary.h"

#include "harness/base/json_value.h"

json_t *results_summary_json(const struct stats_summary *summary)
{
    if (summary->count == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", //
                     "count", json_value_count(summary->count),                           //
                     "min_ns", json_value_number(summary->minimum),                       //
                     "q1_ns", json_value_number(summary->quartile1),                      //
                     "median_ns", json_value_number(summary->median),                     //
                     "q3_ns", json_value_number(summary->quartile3),                      //
                     "max_ns", json_value_number(summary->maximum),                       //
                     "interval_low_ns", json_value_number(summary->interval.low),         //
                     "interval_high_ns", json_value_number(summary->interval.high),       //
                     "trimmed_mean_ns", json_value_number(summary->trimmed_mean),         //
                     "mad_ns", json_value_number(summary->mad),                           //
                     "drift", json_value_number(summary->drift),                          //
                     "outliers", json_value_count(summary->outliers),                     //
                     "bimodal", summary->bimodal);
}

json_t *results_ratio_json(const struct stats_ratio *ratio)
{
    if (ratio->pairs == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "pairs", json_value_count(ratio->pairs), //
                     "case_over_baseline", json_value_number(ratio->ratio),           //
                     "interval_low", json_value_number(ratio->interval.low),          //
                     "interval_high", json_value_number(ratio->interval.high));
}
