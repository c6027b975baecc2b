/* SPDX-License-Identifier: MIT */
#include "harness/record/case_launches.h"
#include "harness/views/table/table_parts.h"

#include "harness/analysis/why/why.h"
#include "harness/base/units.h"

#include <math.h>
#include <string.h>

const char *const table_row_titles[TABLE_COLUMN_COUNT] = {
    "median", "\xC2\xB1",   "speed-up",   "rate",  "items",
    "wall",   "% of limit", "% of probe", "check", "top unit",
};

/* The farther end of the interval, from the median, so that the whole lies within; rounded up. */
static void interval_text(char text[TABLE_NUMBER_BYTES], const struct run_case *c)
{
    const struct stats_interval interval = run_case_interval(c);
    const double median = run_case_median_ns(c);
    const double half = 100 * fmax(interval.high - median, median - interval.low) / median;
    const double tenths = ceil(10 * half - 1e-6) / 10;
    text[0] = '\0';
    if (isnan(interval.low) || isnan(interval.high) || !isfinite(half))
        return;
    if (tenths < 10)
        snprintf(text, TABLE_NUMBER_BYTES, "%.1f %%", fmax(tenths, 0));
    else
        snprintf(text, TABLE_NUMBER_BYTES, "%.0f %%", ceil(half));
}

static void speedup_text(char text[TABLE_NUMBER_BYTES], const struct run_case *c)
{
    const struct stats_interval interval = run_case_ratio_interval(c);
    const double speedup = 1 / c->ratio.ratio;
    const int decimals = speedup >= 99.95   ? 0
                         : speedup >= 9.995 ? 1
                         : speedup >= 0.1   ? 2
                         : speedup >= 0.01  ? 3
                                            : 4;
    if (!(c->ratio.ratio > 0))
        text[0] = '\0';
    else if (interval.low > 0 && interval.high > 0)
        snprintf(text, TABLE_NUMBER_BYTES, "%.*f [%.*f, %.*f]", decimals, speedup, decimals,
                 1 / interval.high, decimals, 1 / interval.low);
    else
        snprintf(text, TABLE_NUMBER_BYTES, "~%.*f", decimals, speedup);
}

bool table_row_is_apart(const struct run *run, const struct run_case *c)
{
    const struct run_case *baseline = case_launches_baseline(run, c);
    return baseline && !c->baseline && c->ratio.ratio > 0 &&
           ((baseline->kind == BENCH_CPU) != (c->kind == BENCH_CPU) ||
            strcmp(baseline->api, c->api) != 0);
}

static void row_speedup(struct table_row *row, const struct run *run, char apart[TABLE_CELL_BYTES])
{
    const struct run_case *c = row->c;
    char text[TABLE_NUMBER_BYTES];
    apart[0] = '\0';
    speedup_text(text, c);
    if (!table_row_is_apart(run, c)) {
        snprintf(row->cells[TABLE_SPEEDUP], TABLE_NUMBER_BYTES, "%s",
                 c->baseline ? "baseline" : text);
        return;
    }
    table_text_add(apart, "", text);
    const struct run_case *baseline = case_launches_baseline(run, c);
    if (*c->api || *baseline->api)
        snprintf(text, sizeof(text), "x %.20s, two" TABLE_TIE "APIs",
                 *baseline->api                ? baseline->api
                 : baseline->kind == BENCH_CPU ? "host"
                                               : "vulkan");
    else
        snprintf(text, sizeof(text), "x %s", c->kind == BENCH_CPU ? "device" : "host");
    table_text_add(apart, " ", text);
    table_text_tie(apart);
}

static void row_times(struct table_row *row)
{
    const struct run_case *c = row->c;
    const bool failed = c->check == RUN_CHECK_FAILED, passed = c->check == RUN_CHECK_PASSED;
    units_format_ns(run_case_median_ns(c), row->cells[TABLE_MEDIAN]);
    interval_text(row->cells[TABLE_INTERVAL], c);
    if (isfinite(c->wall.median))
        units_format_ns(c->wall.median, row->cells[TABLE_WALL]);
    if (isfinite(c->floor_percent))
        snprintf(row->cells[TABLE_FLOOR], TABLE_NUMBER_BYTES, "%.1f%s%.20s", c->floor_percent,
                 *c->floor_bound ? " " : "", c->floor_bound);
    if (isfinite(c->probe_percent))
        snprintf(row->cells[TABLE_PROBE], TABLE_NUMBER_BYTES, "%.1f", c->probe_percent);
    snprintf(row->cells[TABLE_CHECK], TABLE_NUMBER_BYTES, "%s",
             failed   ? "FAILED"
             : passed ? "ok"
                      : "-");
}

/* Bytes moved, or operations, in its time. */
static void row_rate(struct table_row *row)
{
    const struct run_case *c = row->c;
    const struct bench_work *work = &c->work; /* NAN where it is not declared */
    const double bytes =
        fmax(work->bytes_read, 0) + fmax(work->bytes_written, 0) + fmax(work->bytes_sampled, 0);
    const double amount = bytes > 0 ? bytes : c->work.operations;
    const double seconds = run_case_median_ns(c) / 1e9;
    char rate[32];
    if (!(amount > 0) || !(seconds > 0))
        return;
    units_format_rate(amount / seconds, bytes > 0 ? "B/s" : "op/s", rate);
    snprintf(row->cells[TABLE_RATE], TABLE_NUMBER_BYTES, "%s", rate);
}

/* Items that the case declares, a second. */
static void row_items(struct table_row *row)
{
    const double per_s = row->c->work.items / run_case_median_ns(row->c) * 1e9;
    char rate[32];
    if (!(per_s > 0))
        return;
    units_format_rate(per_s, "/s", rate);
    snprintf(row->cells[TABLE_ITEMS], TABLE_NUMBER_BYTES, "%s", rate);
}

static void row_unit(struct table_row *row, const struct run *run)
{
    struct why why;
    why_find(&why, run, row->c);
    if (why.use_count > 0)
        snprintf(row->cells[TABLE_UNIT], TABLE_NUMBER_BYTES, "%s %.1f %%",
                 why_unit_name(why.uses[0].unit), why.uses[0].percent);
}

void table_row_init(struct table_row *row, const struct run *run, const struct run_case *c,
                    const struct table_label_common *common, struct table_note_options notes)
{
    char apart[TABLE_CELL_BYTES];
    *row = (struct table_row){ .c = c, .mark = ' ' };
    table_label(row->label, c, common);
    if (c->status == BENCH_OK) {
        row_times(row);
        row_rate(row);
        row_items(row);
        row_speedup(row, run, apart);
        row_unit(row, run);
        table_note(row->note, run, c, apart, notes);
        return;
    }
    table_text_add(row->note, "", c->reason);
    table_text_clean(row->note);
}
