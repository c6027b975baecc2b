/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/views/table/table.h"

#include <string.h>

enum { FEW_SHARE = 10 };

static const double share_noted = 0.95;
/* Share of the highest clock of any work: an H100's clock after products of matrices is 6 % above
 * that of its loads. */
static const double share_of_any = 0.9;

enum series { SERIES_CANARY, SERIES_CORE };

/* Median of what is known of a series; NAN when nothing is. */
static double series_median(const struct run_case *c, enum series series)
{
    size_t count = 0;
    OWNED double *values = need_bytes(c->sample_count * sizeof(*values));
    foreach (const struct run_sample, sample, c->samples, c->sample_count) {
        const double value = series == SERIES_CORE ? sample->core_hz : sample->canary_ns;
        if (!isnan(value))
            values[count++] = value;
    }
    return stats_median(values, count);
}

void clock_note_case(const struct run_case *c, char text[CLOCK_NOTE_BYTES])
{
    const struct run_clock *clock = &c->clock;
    const double hz = series_median(c, SERIES_CORE);
    size_t throttled = 0, counted = 0; /* each launch says whether its own count */
    for (size_t i = 0; i < c->sample_count; i++)
        if (c->samples[i].throttled) {
            throttled++;
            counted += paired_counts(c, &c->samples[i]);
        }
    text[0] = '\0';
    if (counted > 0 && counted < throttled)
        snprintf(text, CLOCK_NOTE_BYTES, "throttled %zu of %zu, %zu count", throttled,
                 c->sample_count, counted);
    else if (counted > 0 || (throttled > 0 && throttled * FEW_SHARE >= c->sample_count))
        snprintf(text, CLOCK_NOTE_BYTES, "throttled %zu of %zu%s", throttled, c->sample_count,
                 counted > 0 ? ", all count" : "");
    double share = hz / clock->best_hz; /* by the core clock, or by the canary's time */
    bool low = hz / clock->core_hz < share_noted || share < share_of_any;
    if (isnan(clock->core_hz))
        low = share < share_noted;
    if (!isfinite(share)) {
        const bool alone = c->kind == BENCH_HOST_DRIVEN; /* its probes are */
        share = (alone ? clock->best_alone_ns : clock->best_ns) / series_median(c, SERIES_CANARY);
        low = share < share_noted;
    }
    const size_t length = strlen(text);
    if (low && isfinite(share))
        snprintf(text + length, CLOCK_NOTE_BYTES - length, "%sclock %.0f %%", length ? ", " : "",
                 100 * share);
}

size_t clock_note_count_low(const struct run *run)
{
    size_t count = 0, low = 0;
    double loads_hz = 0; /* 0 when none is known */
    OWNED double *values = need_bytes(run->case_count * sizeof(*values));
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].clock.core_hz > 0)
            values[count++] = run->cases[i].clock.core_hz;
    if (count > 0) /* but for a tenth: a load right behind products of matrices comes to more */
        loads_hz = stats_select(values, count, count - 1 - count / FEW_SHARE);
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_clock *clock = &run->cases[i].clock;
        const double share = clock->core_hz / loads_hz;
        if (isfinite(share))
            low += share < share_noted || clock->core_hz / clock->best_hz < share_of_any;
        else
            low += clock->best_alone_ns / clock->probe_ns < share_noted;
    }
    return low;
}

const char *clock_note_run(const struct run *run, char text[CLOCK_NOTE_BYTES])
{
    double best_hz = 0;
    for (size_t i = 0; i < run->case_count; i++)
        best_hz = fmax(best_hz, run->cases[i].clock.best_hz);
    text[0] = '\0';
    if (best_hz > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "core clock up to %.3g GHz", best_hz / 1e9);
    return text;
}

/* "8 CPUs"; nothing where it is not known. */
static void number_text(const char *format, double value, char text[32])
{
    text[0] = 0;
    if (isfinite(value))
        snprintf(text, 32, format, value);
}

void host_note(const struct run *run, char text[HOST_NOTE_BYTES])
{
    const struct run_context *context = &run->context;
    char cores[32], load[32];
    number_text(", %.0f CPUs", context->cores, cores);
    number_text(", load %.2g", context->load_average, load);
    text[0] = 0;
    if (*context->cpu)
        snprintf(text, HOST_NOTE_BYTES, "%.100s%s, governor %.40s%s", context->cpu, cores,
                 *context->processor.governor ? context->processor.governor : "unknown", load);
}

const char *launches_note_run(const struct run *run, char text[LAUNCHES_NOTE_BYTES])
{
    const struct launch_stats *most = NULL;
    bool within = false;
    foreach (const struct run_case, c, run->cases, run->case_count) {
        within = within || isfinite(run_case_interval(c).low);
        if (c->launch_count > 0 && (!most || c->time_between.launches > most->launches))
            most = &c->time_between;
    }
    text[0] = '\0';
    if (most)
        snprintf(text, LAUNCHES_NOTE_BYTES, "intervals: %.3g %%, between %zu launches",
                 100 * most->confidence, most->launches);
    else if (within)
        snprintf(text, LAUNCHES_NOTE_BYTES, "intervals: 95 %%, within one process");
    return text;
}

void metrics_print(FILE *out, const struct run *run)
{
    enum { COLUMNS = 80 };
    foreach (const struct run_case, c, run->cases, run->case_count) {
        OWNED_TEXT struct text text = { 0 };
        if (c->metric_count == 0)
            continue;
        for (size_t k = 0; k < c->metric_count; k++) {
            const struct run_metric *metric = &c->metrics[k];
            text_add_format(&text, "%s%s ", k == 0 ? "" : ", ", metric->name);
            if (isnan(metric->value))
                text_add(&text, "-");
            else
                text_add_format(&text, "%.6g", metric->value);
            text_add_format(&text, " %s", metric->unit);
        }
        const bool apart = strlen(c->name) + 2 + text.length > COLUMNS; /* on a line of their own */
        fprintf(out, "%s%s%s\n", c->name, apart ? "\n  " : ": ", text_string(&text));
    }
}

/* Table note ----------------------------------------------------------------------------------- */

enum { FEW_SAMPLES = 10, LEGEND_INDENT = 20 };

static const double drift_noted = 0.02;

enum note {
    NOTE_UNCHECKED,
    NOTE_MARK,
    NOTE_API,
    NOTE_WALL,
    NOTE_HOST,
    NOTE_UNTIMED,
    NOTE_APART,
    NOTE_COLD,
    NOTE_BEHIND,
    NOTE_CLOCK,
    NOTE_LAUNCHES,
    NOTE_SPEEDS,
    NOTE_BETWEEN,
    NOTE_DRIFT,
    NOTE_FEW,
    NOTE_OUTLIERS,
    NOTE_COUNT,
};

/* Explanations for newcomers; NULL: the note explains itself. */
static const struct {
    const char *word, *meaning;
} legends[NOTE_COUNT] = {
    [NOTE_UNCHECKED] = { "check failed", "the answer was wrong when it was checked again" },
    [NOTE_WALL] = { "wall time", "by the host's clock, as the host is part of the method" },
    [NOTE_HOST] = { "host time", "by the host's clock: the device's queue has no timestamps" },
    [NOTE_UNTIMED] = { "N untimed", "steps of its \"before\", ahead of the stamps" },
    [NOTE_APART] = { "x host, x device",
                     "times as fast as the baseline there; no speed-up of a method" },
    [NOTE_COLD] = { "cold not proven", "the sweep was not seen to empty the caches" },
    [NOTE_BEHIND] = { "after others", "the caches hold what other cases left" },
    [NOTE_CLOCK] = { "clock, throttled", "the device's clock was below its highest" },
    [NOTE_SPEEDS] = { "two speeds",
                      "samples fall into two groups; the median lies in one of them" },
    [NOTE_BETWEEN] = { "two modes", "whole launches fall into two groups" },
    [NOTE_DRIFT] = { "drift", "change of the time from the first sample to the last" },
    [NOTE_FEW] = { "only N samples", "too few for the interval to mean much, or for any" },
};

/* Steps of a folder's variant that are in no time. */
static double untimed_steps(const struct run_case *c)
{
    const struct run_metric *steps = NAMED(c->metrics, c->metric_count, "untimed_steps");
    return steps ? steps->value : 0;
}

static bool drifts(const struct stats_summary *summary)
{
    return fabs(summary->drift) > drift_noted;
}

/* The text of one kind of note; empty where the case has none. */
static void note_text(enum note note, const struct run *run, const struct run_case *c,
                      char text[CLOCK_NOTE_BYTES])
{
    static const struct stats_summary none = { 0 };
    const struct stats_summary *judged = run_case_judged(c), *summary = judged ? judged : &none;
    const bool by_rows = !run->device.software;
    /* Groups of a run of claims have launches of their own. */
    const bool planned = run->session.complete && run->session.claim_count > 0;
    const double launches = c->launch_count > 0 ? (double)c->launch_count : 1;
    const char *word = "";
    text[0] = '\0';
    if (note == NOTE_UNCHECKED && c->check == RUN_CHECK_FAILED)
        word = TABLE_RED "check failed" TABLE_YELLOW;
    else if (note == NOTE_MARK)
        word = c->mark;
    else if (note == NOTE_API)
        word = c->api;
    else if (note == NOTE_WALL && c->by_wall)
        word = "wall time";
    else if (note == NOTE_HOST && !c->by_wall && run_device_lacks_stamps(run))
        word = "host time";
    else if (note == NOTE_COLD && c->cache_proof.known &&
             !(c->cache_proof.cold && c->cache_proof.clean))
        word = "cold not proven";
    else if (note == NOTE_BEHIND && c->preceded_by == RUN_PRECEDED_BY_OTHERS && by_rows)
        word = "after others";
    else if (note == NOTE_SPEEDS && summary->bimodal && by_rows)
        word = "two speeds";
    else if (note == NOTE_BETWEEN && c->time_between.bimodal)
        word = "two modes between launches";
    snprintf(text, CLOCK_NOTE_BYTES, "%s", word);
    if (note == NOTE_UNTIMED && untimed_steps(c) > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "%.0f" TABLE_TIE "untimed", untimed_steps(c));
    else if (note == NOTE_CLOCK)
        clock_note_case(c, text);
    else if (note == NOTE_LAUNCHES && judged && !planned && launches < run->session.launches)
        snprintf(text, CLOCK_NOTE_BYTES, "%.0f of %.0f launches", launches, run->session.launches);
    else if (note == NOTE_DRIFT && drifts(summary) && by_rows)
        snprintf(text, CLOCK_NOTE_BYTES,
                 fabs(summary->drift) < 0.995 ? "drift" TABLE_TIE "%+.2g" TABLE_TIE "%%"
                                              : "drift" TABLE_TIE "%+.0f" TABLE_TIE "%%",
                 100 * summary->drift);
    else if (note == NOTE_FEW && judged && summary->count < FEW_SAMPLES)
        snprintf(text, CLOCK_NOTE_BYTES, "only %zu sample%s", COUNTED(summary->count));
    else if (note == NOTE_OUTLIERS && summary->outliers > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "%zu outlier%s", COUNTED(summary->outliers));
}

void table_note(char cell[TABLE_CELL_BYTES], const struct run *run, const struct run_case *c,
                const char *apart, struct table_note_options options)
{
    char text[CLOCK_NOTE_BYTES];
    cell[0] = '\0';
    for (int note = 0; note < NOTE_COUNT; note++) {
        const bool silent = (note == NOTE_OUTLIERS && !options.outliers) ||
                            (note == NOTE_WALL && options.wall_said);
        if (note == NOTE_APART) {
            table_text_add(cell, *apart ? ", " : "", "%s", apart);
            continue;
        }
        note_text((enum note)note, run, c, text);
        if (*text && !silent)
            table_text_add(cell, ", ", "%s", text);
    }
}

void table_note_legend_view(struct sheet *sheet, const struct run *run,
                            const struct run_case *const *cases, size_t count, bool apart,
                            unsigned *explained)
{
    for (int note = 0; note < NOTE_COUNT; note++) {
        char found[CLOCK_NOTE_BYTES] = "", head[LEGEND_INDENT + 1];
        if (note == NOTE_APART && apart)
            snprintf(found, sizeof(found), "%s", legends[note].word);
        for (size_t i = 0; i < count && !*found && legends[note].word; i++)
            if (cases[i]->status == BENCH_OK)
                note_text((enum note)note, run, cases[i], found);
        if (!*found || *explained & 1u << note)
            continue;
        *explained |= 1u << note;
        snprintf(head, sizeof(head), "  %-18s", legends[note].word);
        sheet_line(sheet, SHEET_FOOT, head, LEGEND_INDENT, legends[note].meaning);
    }
}

void table_note_software_view(struct sheet *sheet, const struct run *run,
                              const struct run_case *const *cases, size_t count)
{
    char line[TABLE_CELL_BYTES];
    size_t judged = 0, drifting = 0, bimodal = 0;
    for (size_t i = 0; i < count && run->device.software; i++) {
        const struct stats_summary *summary = run_case_judged(cases[i]);
        judged += !!summary;
        drifting += summary && drifts(summary);
        bimodal += summary && summary->bimodal;
    }
    if (drifting + bimodal == 0)
        return;
    const int length =
        snprintf(line, sizeof(line),
                 "on a CPU, times are artefacts: %zu of %zu cases drifted by more than "
                 "%.0f %% while they were measured",
                 drifting, judged, 100 * drift_noted);
    if (bimodal > 0)
        snprintf(line + length, sizeof(line) - (size_t)length, ", %zu had two speeds", bimodal);
    sheet_line(sheet, SHEET_NOTE, "", 2, line);
}
