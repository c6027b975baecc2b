/* SPDX-License-Identifier: MIT */
#include "harness/record/results_summary.h"

#include "harness/base/value.h"

json_t *results_summary_json(const struct stats_summary *summary)
{
    if (summary->count == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", //
                     "count", value_count(summary->count),                                //
                     "min_ns", value_number(summary->minimum),                            //
                     "q1_ns", value_number(summary->quartile1),                           //
                     "median_ns", value_number(summary->median),                          //
                     "q3_ns", value_number(summary->quartile3),                           //
                     "max_ns", value_number(summary->maximum),                            //
                     "interval_low_ns", value_number(summary->interval.low),              //
                     "interval_high_ns", value_number(summary->interval.high),            //
                     "trimmed_mean_ns", value_number(summary->trimmed_mean),              //
                     "mad_ns", value_number(summary->mad),                                //
                     "drift", value_number(summary->drift),                               //
                     "outliers", value_count(summary->outliers),                          //
                     "bimodal", summary->bimodal);
}

json_t *results_ratio_json(const struct stats_ratio *ratio)
{
    if (ratio->pairs == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "pairs", value_count(ratio->pairs), //
                     "case_over_baseline", value_number(ratio->ratio),           //
                     "interval_low", value_number(ratio->interval.low),          //
                     "interval_high", value_number(ratio->interval.high));
}
