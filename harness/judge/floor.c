/* SPDX-License-Identifier: MIT */
#include "harness/judge/floor.h"

#include "harness/base/units.h"
#include "harness/base/value.h"
#include "harness/measure/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ceilings and cases are medians of runs of their own: so much lies between them by chance. */
static const double suspect_percent = 105;

const char *floor_bound_name(enum floor_bound bound)
{
    static const char *const names[] = {
        [FLOOR_BYTES] = "bytes", [FLOOR_OPERATIONS] = "operations", [FLOOR_CHAIN] = "chain"
    };
    return names[bound];
}

/* An amount at a rate per second, in ns; 0 where the rate is not known. */
static double time_ns(double amount, double per_s)
{
    return per_s > 0 && amount > 0 ? amount / per_s * 1e9 : 0;
}

static double bytes_ns(const struct ceilings *ceilings, const struct floor_work *work)
{
    const double both = work->bytes_read + work->bytes_written;
    const double set = work->cold ? INFINITY : both;
    const double read = ceilings_rate(&ceilings->read, set);
    const double write = ceilings_rate(&ceilings->write, set);
    const double copy = ceilings_rate(&ceilings->copy, set);
    /* A device that has measured only some of the three is not bounded by a guess at the rest. */
    if (!(read > 0 && write > 0 && copy > 0))
        return 0;
    return fmax(time_ns(both, fmax(copy, fmax(read, write))),
                fmax(time_ns(work->bytes_read, read), time_ns(work->bytes_written, write)));
}

/* 0 unless every kind of step was measured: what is not known bounds nothing. */
static double chain_ns(const struct ceilings *ceilings, const struct floor_work *work)
{
    const double transfers = fmin(work->transfers, work->chain);
    const double dispatch_ns = fmin(ceilings->dependent_ns, ceilings->indirect_ns);
    const double transfer_ns = fmin(ceilings->fill_ns, dispatch_ns);
    if (!(dispatch_ns > 0 && transfer_ns > 0))
        return 0;
    return transfers * transfer_ns + (work->chain - transfers) * dispatch_ns;
}

struct floor_time floor_find(const struct ceilings *ceilings, const struct floor_work *work)
{
    const struct floor_time times[] = {
        { bytes_ns(ceilings, work), FLOOR_BYTES },
        { time_ns(work->operations, ceilings->operations_per_s), FLOOR_OPERATIONS },
        { chain_ns(ceilings, work), FLOOR_CHAIN },
    };
    struct floor_time floor = { 0, FLOOR_NONE };
    for (int i = 0; i < 3; i++)
        if (isfinite(times[i].ns) && times[i].ns > floor.ns)
            floor = times[i];
    return floor;
}

/* Cases --------------------------------------------------------------------------------------- */

static double number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : 0;
}

static bool text_is(const json_t *object, const char *key, const char *wanted)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text && strcmp(text, wanted) == 0;
}

static bool status_is(const json_t *c, enum bench_status status)
{
    return text_is(c, "status", bench_status_name(status));
}

static struct floor_time case_floor(const json_t *c, const struct ceilings *ceilings)
{
    const json_t *work = json_object_get(c, "work"), *counters = json_object_get(c, "counters");
    const struct floor_work wanted = {
        .bytes_read = number_at(work, "bytes_read"),
        .bytes_written = number_at(work, "bytes_written"),
        .operations = number_at(work, "operations"),
        .chain = number_at(work, "chain"),
        .transfers = number_at(counters, "fills") + number_at(counters, "copies"),
        .cold = text_is(c, "cache", "cold"),
    };
    if (!status_is(c, BENCH_OK) || json_is_string(json_object_get(c, "ceiling")) ||
        text_is(c, "kind", bench_kind_name(BENCH_CPU)))
        return (struct floor_time){ 0, FLOOR_NONE };
    return floor_find(ceilings, &wanted);
}

static bool set_null(json_t *c, const char *key)
{
    return json_object_set_new(c, key, json_null()) == 0;
}

static bool make_suspect(json_t *c, const struct floor_time *floor, double median_ns)
{
    char floor_text[32], median_text[32], reason[RESULT_REASON_BYTES];
    units_format_ns(floor->ns, floor_text);
    units_format_ns(median_ns, median_text);
    snprintf(reason, sizeof(reason),
             "a median of %s is less than the floor of %s that the device's ceilings set (%s): the "
             "work declared is too much, or the work done too little",
             median_text, floor_text, floor_bound_name(floor->bound));
    static const char *const times[] = { "samples", "gpu", "wall", "ratio", "timer", "clock" };
    bool set =
        json_object_set_new(c, "status", json_string(bench_status_name(BENCH_SUSPECT))) == 0 &&
        json_object_set_new(c, "reason", value_text(reason)) == 0 &&
        json_object_set_new(c, "stop", json_string(result_stop_name(RESULT_STOP_NONE))) == 0;
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
        set = set && set_null(c, times[i]);
    return set;
}

static bool baseline_is_suspect(const json_t *c, const json_t *cases)
{
    const char *workload = json_string_value(json_object_get(c, "workload"));
    const bool cold = text_is(c, "cache", "cold");
    const json_t *other;
    size_t i;
    json_array_foreach(cases, i, other)
    {
        if (workload && text_is(other, "workload", workload) &&
            text_is(other, "cache", "cold") == cold &&
            json_is_true(json_object_get(other, "baseline")) && status_is(other, BENCH_SUSPECT))
            return true;
    }
    return false;
}

bool floor_apply(json_t *c, const struct ceilings *ceilings, const json_t *cases, bool software)
{
    const struct floor_time floor = case_floor(c, ceilings);
    const double median_ns = number_at(json_object_get(c, "gpu"), "median_ns");
    const double percent = floor.ns > 0 && median_ns > 0 ? 100 * floor.ns / median_ns : NAN;
    json_t *json = floor.bound == FLOOR_NONE ? json_null()
                                             : json_pack("{s:o, s:s}", "ns", value_number(floor.ns),
                                                         "bound", floor_bound_name(floor.bound));
    if (json_object_set_new(c, "floor", json) != 0 ||
        json_object_set_new(c, "floor_percent", value_number(percent)) != 0)
        return false;
    if (baseline_is_suspect(c, cases) && !set_null(c, "ratio"))
        return false;
    return !(percent > suspect_percent) || software || make_suspect(c, &floor, median_ns);
}
