/* SPDX-License-Identifier: MIT */
/* gate_report.h: what a row is to tools that know passed, failed and skipped. Pure. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_REPORT_H
#define CLAIMCHECK_HARNESS_ANALYSIS_GATE_GATE_REPORT_H

#include "harness/analysis/gate/gate_result.h"

enum gate_report {
    GATE_REPORT_PASSED,
    GATE_REPORT_FAILED,  /* it makes the exit code 1 */
    GATE_REPORT_ADVISED, /* it would, but for `advisory` */
    GATE_REPORT_SKIPPED, /* it was not told */
};

/* Of a row that is not built in. */
enum gate_report gate_report_row(const struct gate_row *row, struct gate_exit rule);

/* Of the session as a whole: failed where that, and no row, makes the exit code 1; skipped where
 * nothing was told; what is not to be believed, 99, is none of these, and counts as passed. */
enum gate_report gate_report_session(const struct gate_result *outcome);

/* The rows that are no built-in ones, what is worst first, in the order of the rows within one
 * verdict; `sorted` has room for all rows. How many. */
size_t gate_report_sort(const struct gate_rows *rows, const struct gate_row **sorted);

/* Medians of the samples of either side, in ns: of the first sitting's blocks, or where there are
 * none, of the first launch; NAN where a side has no time. */
struct gate_report_times {
    double old_ns, new_ns;
};
struct gate_report_times gate_report_times(const struct gate_row *row);

#endif
