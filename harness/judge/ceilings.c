/* SPDX-License-Identifier: MIT */
#include "harness/judge/ceilings.h"

#include "harness/base/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a case says of itself; NAN where it does not. */
struct measured {
    double gpu_ns, wall_ns, bytes, set_bytes, operations, chain, dispatches, submits;
};

static double number_at(const json_t *c, const char *object, const char *key)
{
    const json_t *value = json_object_get(json_object_get(c, object), key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void measured_read(struct measured *measured, const json_t *c)
{
    const char *set = json_string_value(json_object_get(json_object_get(c, "axes"), "bytes"));
    *measured = (struct measured){
        .gpu_ns = number_at(c, "gpu", "median_ns"),
        .wall_ns = number_at(c, "wall", "median_ns"),
        .bytes = number_at(c, "work", "bytes_read") + number_at(c, "work", "bytes_written"),
        .set_bytes = set ? strtod(set, NULL) : NAN,
        .operations = number_at(c, "work", "operations"),
        .chain = number_at(c, "work", "chain"),
        .dispatches = number_at(c, "counters", "dispatches"),
        .submits = number_at(c, "counters", "submits"),
    };
}

/* A rate or a cost that is none, of a case with a gap, changes nothing. */
static void take_most(double *most, double value)
{
    if (isfinite(value) && value > *most)
        *most = value;
}

static void take_least(double *least, double value)
{
    if (isfinite(value) && value > 0 && (*least == 0 || value < *least))
        *least = value;
}

static void curve_take(struct ceilings_curve *curve, const struct measured *measured)
{
    const double rate = measured->bytes / measured->gpu_ns * 1e9;
    size_t at = 0;
    if (!(measured->set_bytes > 0) || !isfinite(rate) || !(rate > 0))
        return;
    while (at < curve->count && curve->points[at].bytes < measured->set_bytes)
        at++;
    struct ceilings_point *point = &curve->points[at];
    if (at < curve->count && point->bytes == measured->set_bytes) {
        take_most(&point->bytes_per_s, rate);
        return;
    }
    if (curve->count == CEILINGS_POINTS_MAX)
        return;
    memmove(point + 1, point, (curve->count - at) * sizeof(*point));
    *point = (struct ceilings_point){ measured->set_bytes, rate };
    curve->count++;
}

static enum bench_ceiling ceiling_of(const json_t *c)
{
    const char *name = json_string_value(json_object_get(c, "ceiling"));
    const char *status = json_string_value(json_object_get(c, "status"));
    const char *cache = json_string_value(json_object_get(c, "cache"));
    if (!name || !status || strcmp(status, bench_status_name(BENCH_OK)) != 0 ||
        (cache && strcmp(cache, "cold") == 0))
        return BENCH_CEILING_NONE;
    for (int i = BENCH_CEILING_NONE + 1; i < BENCH_CEILING_COUNT; i++)
        if (strcmp(name, bench_ceiling_name((enum bench_ceiling)i)) == 0)
            return (enum bench_ceiling)i;
    return BENCH_CEILING_NONE;
}

static void case_take(struct ceilings *ceilings, enum bench_ceiling ceiling,
                      const struct measured *measured)
{
    const double rate = measured->operations / measured->gpu_ns * 1e9;
    const double step_ns = measured->gpu_ns / measured->chain;
    switch (ceiling) {
    case BENCH_CEILING_NONE:
    case BENCH_CEILING_COUNT: break;
    case BENCH_CEILING_COPY: curve_take(&ceilings->copy, measured); break;
    case BENCH_CEILING_READ: curve_take(&ceilings->read, measured); break;
    case BENCH_CEILING_WRITE: curve_take(&ceilings->write, measured); break;
    case BENCH_CEILING_OPERATIONS: take_most(&ceilings->operations_per_s, rate); break;
    case BENCH_CEILING_ATOMIC_ONE: take_most(&ceilings->atomic_one_per_s, rate); break;
    case BENCH_CEILING_ATOMIC_MANY: take_most(&ceilings->atomic_many_per_s, rate); break;
    case BENCH_CEILING_ATOMIC_SHARED: take_most(&ceilings->atomic_shared_per_s, rate); break;
    case BENCH_CEILING_DISPATCH:
        take_least(&ceilings->dispatch_ns, measured->gpu_ns / measured->dispatches);
        break;
    case BENCH_CEILING_DEPENDENT: take_least(&ceilings->dependent_ns, step_ns); break;
    case BENCH_CEILING_INDIRECT: take_least(&ceilings->indirect_ns, step_ns); break;
    case BENCH_CEILING_FILL: take_least(&ceilings->fill_ns, step_ns); break;
    case BENCH_CEILING_ROUND_TRIP:
        take_least(&ceilings->round_trip_ns, measured->wall_ns / measured->submits);
        break;
    }
}

void ceilings_read(struct ceilings *ceilings, const json_t *cases)
{
    const json_t *c;
    size_t i;
    *ceilings = (struct ceilings){ 0 };
    json_array_foreach(cases, i, c)
    {
        struct measured measured;
        const enum bench_ceiling ceiling = ceiling_of(c);
        if (ceiling == BENCH_CEILING_NONE)
            continue;
        measured_read(&measured, c);
        case_take(ceilings, ceiling, &measured);
        take_least(&ceilings->tick_ns, number_at(c, "timer", "tick_ns"));
        take_least(&ceilings->empty_ns, number_at(c, "timer", "empty_ns"));
    }
}

bool ceilings_known(const struct ceilings *ceilings)
{
    const double rates[] = {
        ceilings->operations_per_s,    ceilings->atomic_one_per_s, ceilings->atomic_many_per_s,
        ceilings->atomic_shared_per_s, ceilings->dispatch_ns,      ceilings->dependent_ns,
        ceilings->indirect_ns,         ceilings->fill_ns,          ceilings->round_trip_ns,
    };
    size_t known = ceilings->copy.count + ceilings->read.count + ceilings->write.count;
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
        known += rates[i] > 0;
    return known > 0;
}

double ceilings_rate(const struct ceilings_curve *curve, double bytes)
{
    double rate = 0;
    for (size_t i = 0; i < curve->count; i++)
        if (i + 1 == curve->count || curve->points[i + 1].bytes > bytes)
            take_most(&rate, curve->points[i].bytes_per_s);
    return rate;
}

/* JSON ---------------------------------------------------------------------------------------- */

static json_t *number_or_null(double number)
{
    return value_number(number > 0 ? number : NAN);
}

static json_t *curve_json(const struct ceilings_curve *curve)
{
    json_t *points = json_array();
    for (size_t i = 0; points && i < curve->count; i++)
        json_array_append_new(
            points, json_pack("{s:o, s:o}", "bytes", value_count((uint64_t)curve->points[i].bytes),
                              "bytes_per_s", value_number(curve->points[i].bytes_per_s)));
    return points;
}

json_t *ceilings_json(const struct ceilings *ceilings)
{
    if (!ceilings_known(ceilings))
        return json_null();
    return json_pack("{s:{s:o, s:o, s:o}, s:o, s:{s:o, s:o, s:o}, s:{s:o, s:o, s:o, s:o, s:o}, "
                     "s:{s:o, s:o}}",                                                //
                     "bandwidth",                                                    //
                     "copy", curve_json(&ceilings->copy),                            //
                     "read", curve_json(&ceilings->read),                            //
                     "write", curve_json(&ceilings->write),                          //
                     "operations_per_s", number_or_null(ceilings->operations_per_s), //
                     "atomics_per_s",                                                //
                     "one_address", number_or_null(ceilings->atomic_one_per_s),      //
                     "many_addresses", number_or_null(ceilings->atomic_many_per_s),  //
                     "shared_memory", number_or_null(ceilings->atomic_shared_per_s), //
                     "step_ns",                                                      //
                     "dispatch", number_or_null(ceilings->dispatch_ns),              //
                     "dependent", number_or_null(ceilings->dependent_ns),            //
                     "indirect", number_or_null(ceilings->indirect_ns),              //
                     "fill", number_or_null(ceilings->fill_ns),                      //
                     "round_trip", number_or_null(ceilings->round_trip_ns),          //
                     "timer",                                                        //
                     "tick_ns", number_or_null(ceilings->tick_ns),                   //
                     "empty_ns", number_or_null(ceilings->empty_ns));
}
