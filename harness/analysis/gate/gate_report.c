/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate_result.h"

#include "harness/base/exit_code.h"

#include <math.h>
#include <string.h>

enum gate_report gate_report_row(const struct gate_row *row, struct gate_exit rule)
{
    bool fails = gate_row_fails(row);
    if (row->quarantine) /* it counts for nothing */
        return GATE_REPORT_SKIPPED;
    switch (row->verdict) {
    case GATE_INCONCLUSIVE: fails = rule.inconclusive_fails; break;
    case GATE_MISSING: fails = rule.missing_fails; break;
    default: break;
    }
    if (fails)
        return rule.advisory ? GATE_REPORT_ADVISED : GATE_REPORT_FAILED;
    return row->verdict == GATE_FASTER || row->verdict == GATE_SAME || row->verdict == GATE_FLAKY
               ? GATE_REPORT_PASSED
               : GATE_REPORT_SKIPPED;
}

enum gate_report gate_report_session(const struct gate_result *outcome)
{
    const struct gate_rows *rows = outcome->rows;
    if (outcome->code == EXIT_CODE_NOTHING)
        return GATE_REPORT_SKIPPED;
    for (size_t i = 0; i < rows->count; i++)
        if (!rows->rows[i].built_in &&
            gate_report_row(&rows->rows[i], outcome->rule) == GATE_REPORT_FAILED)
            return GATE_REPORT_PASSED;
    return outcome->code == EXIT_CODE_WRONG ? GATE_REPORT_FAILED : GATE_REPORT_PASSED;
}

size_t gate_report_sort(const struct gate_rows *rows, const struct gate_row **sorted)
{
    static const enum gate_verdict order[] = { GATE_FAILED,       GATE_SLOWER,       GATE_MISSING,
                                               GATE_INCONCLUSIVE, GATE_INCOMPARABLE, GATE_FLAKY,
                                               GATE_NEW,          GATE_FASTER,       GATE_SAME };
    size_t count = 0;
    for (size_t v = 0; v < sizeof(order) / sizeof(order[0]); v++)
        for (size_t i = 0; i < rows->count; i++)
            if (!rows->rows[i].built_in && rows->rows[i].verdict == order[v])
                sorted[count++] = &rows->rows[i];
    return count;
}

static double side_median(const struct gate_series *series, bool is_new, const struct run_case *c)
{
    double times[GATE_LAUNCHES_MAX * GATE_PAIRS];
    for (size_t i = 0; i < series->count; i++) {
        const struct gate_block *block = &series->blocks[i];
        memcpy(times + i * GATE_PAIRS, is_new ? block->new : block->old, sizeof(block->old));
    }
    if (series->count > 0)
        return stats_median(times, series->count * GATE_PAIRS);
    return c && c->status == BENCH_OK ? run_case_median_ns(c) : NAN;
}

struct gate_report_times gate_report_times(const struct gate_row *row)
{
    return (struct gate_report_times){ side_median(&row->first, false, row->old),
                                       side_median(&row->first, true, row->new) };
}
