/* SPDX-License-Identifier: MIT */
#include "harness/show/clock_note.h"

#include "harness/bench.h"
#include "harness/measure/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double share_noted = 0.95;

static double number_get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Median of a series without its nulls; NAN when nothing is left. */
static double series_median(const json_t *series)
{
    size_t count = 0, i;
    const json_t *value;
    double median = NAN;
    double *values = calloc(json_array_size(series) + 1, sizeof(*values));
    json_array_foreach(series, i, value) if (values && json_is_number(value)) values[count++] =
        json_number_value(value);
    if (count > 0)
        median = stats_median(values, count);
    free(values);
    return median;
}

static size_t count_true(const json_t *series)
{
    size_t count = 0, i;
    const json_t *value;
    json_array_foreach(series, i, value) count += json_is_true(value);
    return count;
}

/*
 * Of the highest clock, by the core clock or by the canary's time; NAN when neither is known. The
 * probes of a host-driven case are alone.
 */
static double share_get(const json_t *c)
{
    const json_t *samples = json_object_get(c, "samples"), *clock = json_object_get(c, "clock");
    const char *kind = json_string_value(json_object_get(c, "kind"));
    const bool alone = kind && strcmp(kind, bench_kind_name(BENCH_HOST_DRIVEN)) == 0;
    const double share =
        series_median(json_object_get(samples, "core_hz")) / number_get(clock, "best_hz");
    if (isfinite(share))
        return share;
    return number_get(clock, alone ? "best_alone_ns" : "best_ns") /
           series_median(json_object_get(samples, "canary_ns"));
}

void clock_note_case(const json_t *c, char text[CLOCK_NOTE_BYTES])
{
    const json_t *samples = json_object_get(c, "samples"), *clock = json_object_get(c, "clock");
    const json_t *marks = json_object_get(samples, "throttled");
    const size_t throttled = count_true(marks);
    const double share = share_get(c);
    text[0] = '\0';
    if (throttled > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "throttled %zu of %zu%s", throttled,
                 json_array_size(marks),
                 json_is_true(json_object_get(clock, "throttled_count")) ? ", all count" : "");
    const size_t length = strlen(text);
    if (share < share_noted)
        snprintf(text + length, CLOCK_NOTE_BYTES - length, "%sclock %.0f %%", length ? ", " : "",
                 100 * share);
}

bool clock_note_stayed_low(const json_t *c)
{
    const json_t *clock = json_object_get(c, "clock");
    const double share = number_get(clock, "core_hz") / number_get(clock, "best_hz");
    if (isfinite(share))
        return share < share_noted;
    return number_get(clock, "best_alone_ns") / number_get(clock, "probe_ns") < share_noted;
}

void clock_note_run(const json_t *document, char text[CLOCK_NOTE_BYTES])
{
    const json_t *c;
    size_t i;
    double best_hz = 0;
    json_array_foreach(json_object_get(document, "cases"), i, c) best_hz =
        fmax(best_hz, number_get(json_object_get(c, "clock"), "best_hz"));
    text[0] = '\0';
    if (best_hz > 0)
        snprintf(text, CLOCK_NOTE_BYTES, "core clock up to %.3g GHz", best_hz / 1e9);
}
