/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_notes.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"
#include "harness/base/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    double median = NAN;
    double *values = need_bytes(c->sample_count * sizeof(*values));
    for (size_t i = 0; i < c->sample_count; i++) {
        const struct run_sample *sample = &c->samples[i];
        const double value = series == SERIES_CORE ? sample->core_hz : sample->canary_ns;
        if (!isnan(value))
            values[count++] = value;
    }
    if (count > 0)
        median = stats_median(values, count);
    free(values);
    return median;
}

/* Samples while the device was throttled; *counted: those of them that count. */
static size_t throttled_of(const struct run_case *c, size_t *counted)
{
    size_t count = 0;
    *counted = 0;
    for (size_t i = 0; i < c->sample_count; i++) {
        if (!c->samples[i].throttled)
            continue;
        count++;
        *counted += paired_counts(c, &c->samples[i]);
    }
    return count;
}

/* Writes the note on throttled samples, if any. Each launch says whether its own count. */
static void throttled_note(const struct run_case *c, char text[CLOCK_NOTE_BYTES])
{
    size_t counted;
    const size_t throttled = throttled_of(c, &counted);
    text[0] = '\0';
    if (counted > 0 && counted < throttled)
        snprintf(text, CLOCK_NOTE_BYTES, "throttled %zu of %zu, %zu count", throttled,
                 c->sample_count, counted);
    else if (counted > 0 || (throttled > 0 && throttled * FEW_SHARE >= c->sample_count))
        snprintf(text, CLOCK_NOTE_BYTES, "throttled %zu of %zu%s", throttled, c->sample_count,
                 counted > 0 ? ", all count" : "");
}

/* Judges the core clock: low is 5 % below the load before, or 10 % below any work. */
static bool core_is_low(const struct run_clock *clock, double hz)
{
    if (isnan(clock->core_hz))
        return hz / clock->best_hz < share_noted;
    return hz / clock->core_hz < share_noted || hz / clock->best_hz < share_of_any;
}

/*
 * Of the highest clock, where it was low, by the core clock or by the canary's time; NAN where it
 * was not, or when neither is known. The probes of a host-driven case are alone.
 */
static double low_share(const struct run_case *c)
{
    const struct run_clock *clock = &c->clock;
    const bool alone = c->kind == BENCH_HOST_DRIVEN;
    const double hz = series_median(c, SERIES_CORE);
    if (isfinite(hz / clock->best_hz))
        return core_is_low(clock, hz) ? hz / clock->best_hz : NAN;
    const double share =
        (alone ? clock->best_alone_ns : clock->best_ns) / series_median(c, SERIES_CANARY);
    return share < share_noted ? share : NAN;
}

void clock_note_case(const struct run_case *c, char text[CLOCK_NOTE_BYTES])
{
    const double share = low_share(c);
    throttled_note(c, text);
    const size_t length = strlen(text);
    if (isfinite(share))
        snprintf(text + length, CLOCK_NOTE_BYTES - length, "%sclock %.0f %%", length ? ", " : "",
                 100 * share);
}

/* The clock that loads of the run come to: the highest, but for a tenth of the cases, since a load
 * right behind products of matrices comes to more. 0 when none is known. */
static double loads_hz(const struct run *run)
{
    size_t count = 0;
    double hz = 0;
    double *values = need_bytes(run->case_count * sizeof(*values));
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].clock.core_hz > 0)
            values[count++] = run->cases[i].clock.core_hz;
    if (count > 0)
        hz = stats_select(values, count, count - 1 - count / FEW_SHARE);
    free(values);
    return hz;
}

/* After a load; best_hz is the clock that loads of the run come to. */
static bool stayed_low(const struct run_case *c, double best_hz)
{
    const double share = c->clock.core_hz / best_hz;
    if (isfinite(share))
        return share < share_noted || c->clock.core_hz / c->clock.best_hz < share_of_any;
    return c->clock.best_alone_ns / c->clock.probe_ns < share_noted;
}

size_t clock_note_count_low(const struct run *run)
{
    const double best_hz = loads_hz(run);
    size_t count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        count += stayed_low(&run->cases[i], best_hz);
    return count;
}

void clock_note_run(const struct run *run, char text[CLOCK_NOTE_BYTES])
{
    double best_hz = 0;
    for (size_t i = 0; i < run->case_count; i++)
        best_hz = fmax(best_hz, run->cases[i].clock.best_hz);
    text[0] = '\0';
    if (best_hz > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "core clock up to %.3g GHz", best_hz / 1e9);
}
