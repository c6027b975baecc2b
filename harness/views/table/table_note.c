/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_parts.h"

#include "harness/base/plural.h"
#include "harness/views/table/table_notes.h"

#include <math.h>
#include <stdint.h>

enum { FEW_SAMPLES = 10, LEGEND_INDENT = 20 };

static const double drift_noted = 0.02;

enum note {
    NOTE_UNCHECKED,
    NOTE_MARK,
    NOTE_API,
    NOTE_WALL,
    NOTE_HOST,
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

static bool is_software(const struct run *run)
{
    return run->device.software;
}

static bool drifts(const struct stats_summary *summary)
{
    return fabs(summary->drift) > drift_noted;
}

/* "only 1 sample"; of a row, not of all the run. */
static void samples_text(size_t count, char text[64])
{
    snprintf(text, 64, "only %zu sample%s", count, plural(count, "", "s"));
}

/* The text of one kind of note; empty where the case has none. */
static void note_text(enum note note, const struct run *run, const struct run_case *c,
                      char text[CLOCK_NOTE_BYTES])
{
    static const struct stats_summary none = { 0 };
    const struct stats_summary *judged = run_case_judged(c), *summary = judged ? judged : &none;
    const bool by_rows = !is_software(run);
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
    if (note == NOTE_CLOCK)
        clock_note_case(c, text);
    else if (note == NOTE_LAUNCHES && judged)
        launches_note_case(run, c, text, CLOCK_NOTE_BYTES);
    else if (note == NOTE_DRIFT && drifts(summary) && by_rows)
        snprintf(text, CLOCK_NOTE_BYTES, "drift" TABLE_TIE "%+.2g" TABLE_TIE "%%",
                 100 * summary->drift);
    else if (note == NOTE_FEW && judged && summary->count < FEW_SAMPLES)
        samples_text(summary->count, text);
    else if (note == NOTE_OUTLIERS && summary->outliers > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "%zu outlier%s", summary->outliers,
                 plural(summary->outliers, "", "s"));
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
            table_text_add(cell, *apart ? ", " : "", apart);
            continue;
        }
        note_text((enum note)note, run, c, text);
        if (*text && !silent)
            table_text_add(cell, ", ", text);
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
    for (size_t i = 0; i < count && is_software(run); i++) {
        const struct stats_summary *summary = run_case_judged(cases[i]);
        judged += !!summary;
        drifting += summary && drifts(summary);
        bimodal += summary && summary->bimodal;
    }
    if (drifting + bimodal == 0)
        return;
    snprintf(line, sizeof(line),
             "on a CPU, times are artefacts: %zu of %zu cases drifted by more than %.0f %% while "
             "they were measured, %zu had two speeds",
             drifting, judged, 100 * drift_noted, bimodal);
    sheet_line(sheet, SHEET_NOTE, "", 2, line);
}
