/* SPDX-License-Identifier: MIT */
#include "harness/record/results_launch.h"

#include "harness/base/json_value.h"
#include "harness/base/launch_stats.h"
#include "harness/record/results.h"
#include "harness/record/results_probe.h"
#include "harness/record/results_samples.h"
#include "harness/record/results_summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static bool is_ok(const json_t *c)
{
    return strcmp(json_value_text_of(c, "status"), bench_status_name(BENCH_OK)) == 0;
}

static json_t *each_of(const json_t *c)
{
    return json_object_get(json_object_get(c, "launches"), "each");
}

size_t results_launch_count(const json_t *c)
{
    const size_t count = json_array_size(each_of(c));
    return !is_ok(c) ? 0 : count > 0 ? count : 1;
}

static size_t sample_count(const json_t *samples)
{
    return json_array_size(json_object_get(samples, "wall_total_ns"));
}

/* Summaries ----------------------------------------------------------------------------------- */

/* Times per execution of one launch, or of all: those that count. */
struct times {
    double *ns; /* room for all samples */
    size_t count;
};

static void times_add(struct times *times, const json_t *c, const char *key, size_t first,
                      const json_t *launch)
{
    const json_t *samples = json_object_get(c, "samples");
    const json_t *totals = json_object_get(samples, key);
    const json_t *throttled = json_object_get(samples, "throttled");
    const size_t count = (size_t)number(launch, "samples");
    const bool all = json_is_true(json_object_get(launch, "throttled_count"));
    for (size_t i = first; i < first + count; i++)
        if (all || !json_is_true(json_array_get(throttled, i)))
            times->ns[times->count++] =
                json_number_value(json_array_get(totals, i)) / number(c, "inner_repetitions");
}

static double median_of(const double *values, size_t count)
{
    return count > 0 ? stats_median(values, count) : NAN;
}

/* What one process typically has: medians over the launches of what is relative in each. */
struct typical {
    double *low, *high, *drift; /* room for all launches */
    size_t intervals, launches, bimodal;
};

static void typical_add(struct typical *typical, const struct stats_summary *own)
{
    typical->drift[typical->launches++] = own->drift;
    typical->bimodal += own->bimodal;
    if (!isfinite(own->interval.low) || !isfinite(own->interval.high))
        return;
    typical->low[typical->intervals] = own->interval.low / own->median;
    typical->high[typical->intervals++] = own->interval.high / own->median;
}

/* Of all samples; interval, drift and modes are those of one process. The medians of the launches
 * come out, too. */
static bool summarize(const json_t *c, const char *key, struct stats_summary *summary,
                      double *medians)
{
    const json_t *each = each_of(c), *launch;
    const size_t launches = json_array_size(each);
    const size_t count = sample_count(json_object_get(c, "samples"));
    double *room = calloc(2 * count + 3 * launches, sizeof(*room));
    struct times all = { room, 0 };
    double *relative = room + 2 * count;
    struct typical typical = { relative, relative + launches, relative + 2 * launches, 0, 0, 0 };
    size_t first = 0, i;
    if (!room)
        return false;
    json_array_foreach(each, i, launch)
    {
        struct times own = { room + count, 0 };
        times_add(&own, c, key, first, launch);
        times_add(&all, c, key, first, launch);
        first += (size_t)number(launch, "samples");
        const struct stats_summary one = stats_summarize(own.ns, own.count);
        medians[i] = one.median;
        typical_add(&typical, &one);
    }
    *summary = stats_summarize(all.ns, all.count);
    summary->interval.low = summary->median * median_of(typical.low, typical.intervals);
    summary->interval.high = summary->median * median_of(typical.high, typical.intervals);
    summary->drift = median_of(typical.drift, typical.launches);
    summary->bimodal = 2 * typical.bimodal >= typical.launches;
    free(room);
    return true;
}

static json_t *between_json(const struct launch_stats *between, const char *of, const char *unit)
{
    char median[32], low[32], high[32];
    snprintf(median, sizeof(median), "%s%s", of, unit);
    snprintf(low, sizeof(low), "interval_low%s", unit);
    snprintf(high, sizeof(high), "interval_high%s", unit);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:b}", "launches",
                     json_value_count(between->launches), median,
                     json_value_number(between->median),                   //
                     low, json_value_number(between->interval.low),        //
                     high, json_value_number(between->interval.high),      //
                     "confidence", json_value_number(between->confidence), //
                     "bimodal", between->bimodal);
}

/* The ratio of all launches that have one: null without any. */
static bool ratios_set(json_t *c)
{
    const json_t *each = each_of(c), *launch;
    const size_t launches = json_array_size(each);
    double *ratios = calloc(3 * launches, sizeof(*ratios)), pairs = 0;
    double *low = ratios + launches, *high = low + launches;
    size_t count = 0, intervals = 0, i;
    if (!ratios)
        return false;
    json_array_foreach(each, i, launch)
    {
        const json_t *own = json_object_get(launch, "time_ratio");
        const double ratio = number(own, "case_over_baseline");
        if (!(ratio > 0))
            continue;
        ratios[count++] = ratio;
        pairs += number(own, "pairs");
        if (!(number(own, "interval_low") > 0))
            continue;
        low[intervals] = number(own, "interval_low") / ratio;
        high[intervals++] = number(own, "interval_high") / ratio;
    }
    const struct launch_stats between = launch_stats_launches(ratios, count);
    const struct stats_ratio all = {
        .pairs = (size_t)pairs,
        .ratio = between.median,
        .interval = { between.median * median_of(low, intervals),
                      between.median * median_of(high, intervals) },
    };
    free(ratios);
    return json_object_set_new(c, "time_ratio", results_ratio_json(&all)) == 0 &&
           json_object_set_new(json_object_get(c, "launches"), "time_ratio",
                               count > 0 ? between_json(&between, "case_over_baseline", "")
                                         : json_null()) == 0;
}

/* Per launch its own median, of the time that the case is judged by. */
static bool medians_set(json_t *each, const double *medians)
{
    json_t *launch;
    size_t i;
    bool set = true;
    json_array_foreach(each, i, launch) set =
        set && json_object_set_new(launch, "median_ns", json_value_number(medians[i])) == 0;
    return set;
}

static bool times_set(json_t *c, const char *key, const char *summary_key)
{
    json_t *launches = json_object_get(c, "launches"), *each = each_of(c);
    const size_t count = json_array_size(each);
    double *medians = calloc(count, sizeof(*medians));
    struct stats_summary summary;
    bool set = medians && summarize(c, key, &summary, medians) &&
               json_object_set_new(c, summary_key, results_summary_json(&summary)) == 0;
    if (set && strcmp(json_value_text_of(c, "time"), summary_key) == 0) {
        const struct launch_stats between = launch_stats_launches(medians, count);
        const double floor_ns = number(json_object_get(c, "floor"), "ns");
        set = medians_set(each, medians) &&
              json_object_set_new(launches, "time", between_json(&between, "median", "_ns")) == 0;
        if (set && floor_ns > 0)
            set = json_object_set_new(c, "floor_percent",
                                      json_value_number(100 * floor_ns / summary.median)) == 0;
    }
    free(medians);
    return set;
}

/* The rest ------------------------------------------------------------------------------------ */

enum how { HOW_SUM, HOW_LEAST, HOW_MOST, HOW_ANY, HOW_ALL };

static json_t *joined(const json_t *a, const json_t *b, enum how how)
{
    if (how == HOW_ANY || how == HOW_ALL) {
        const bool one = json_is_true(a), other = json_is_true(b);
        return json_boolean(how == HOW_ANY ? one || other : one && other);
    }
    if (!json_is_number(a) || !json_is_number(b))
        return json_deep_copy(json_is_number(a) ? a : b);
    const double one = json_number_value(a), other = json_number_value(b);
    const double value = how == HOW_SUM     ? one + other
                         : how == HOW_LEAST ? fmin(one, other)
                                            : fmax(one, other);
    return json_is_integer(a) ? json_value_count((uint64_t)value) : json_value_number(value);
}

static bool rest_join(json_t *c, const json_t *launch)
{
    static const struct {
        const char *part, *key;
        enum how how;
    } members[] = {
        { "clock", "raises", HOW_SUM },     { "clock", "raise_ns", HOW_SUM },
        { "clock", "pauses", HOW_SUM },     { "clock", "pause_ns", HOW_SUM },
        { "clock", "probe_ns", HOW_MOST },  { "clock", "core_hz", HOW_LEAST },
        { "clock", "best_ns", HOW_LEAST },  { "clock", "best_alone_ns", HOW_LEAST },
        { "clock", "best_hz", HOW_MOST },   { "clock", "throttled_count", HOW_ANY },
        { "warmup", "ns", HOW_SUM },        { "warmup", "executions", HOW_SUM },
        { "warmup", "converged", HOW_ALL }, { "check", "before", HOW_ALL },
        { "check", "after", HOW_ALL },      { "check", "sampled", HOW_ANY },
        { "cache_proof", "cold", HOW_ALL }, { "cache_proof", "clean", HOW_ALL },
    };
    bool set = true;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]) && set; i++) {
        json_t *to = json_object_get(c, members[i].part);
        const json_t *from = json_object_get(launch, members[i].part);
        const char *key = members[i].key;
        if (!json_object_get(to, key) || !json_object_get(from, key))
            continue;
        set = json_object_set_new(to, key,
                                  joined(json_object_get(to, key), json_object_get(from, key),
                                         members[i].how)) == 0;
    }
    return set;
}

/* Which of two reasons to stop counts for both. */
static const char *stop_of(const char *a, const char *b)
{
    for (int i = RESULT_STOP_INTERRUPTED; i > RESULT_STOP_NONE; i--) {
        const char *name = result_stop_name((enum result_stop)i);
        if (strcmp(a, name) == 0 || strcmp(b, name) == 0)
            return name;
    }
    return a;
}

static json_t *entry_json(const json_t *c)
{
    const json_t *clock = json_object_get(c, "clock");
    const bool all = json_is_true(json_object_get(clock, "throttled_count"));
    return json_pack("{s:o, s:n, s:O, s:O, s:b}",                                              //
                     "samples", json_value_count(sample_count(json_object_get(c, "samples"))), //
                     "median_ns",                                                              //
                     "time_ratio", json_object_get(c, "time_ratio"),                           //
                     "stop", json_object_get(c, "stop"), "throttled_count", all);
}

static bool entry_add(json_t *c, const json_t *launch)
{
    json_t *each = each_of(c);
    if (!each) {
        each = json_array();
        json_t *launches = json_pack("{s:o, s:n, s:n}", "each", each, "time", "time_ratio");
        if (json_object_set_new(c, "launches", launches) != 0 ||
            json_array_append_new(each, entry_json(c)) != 0)
            return false;
    }
    return json_array_append_new(each, entry_json(launch)) == 0;
}

static bool end_badly(json_t *c, enum bench_status status, const char *why, size_t index)
{
    char reason[RESULT_REASON_BYTES];
    snprintf(reason, sizeof(reason), "in launch %zu: %s", index + 1, why);
    return results_case_end(c, status, reason);
}

static bool end_as(json_t *c, const json_t *launch, size_t index)
{
    int status = 0;
    while (status < BENCH_STATUS_COUNT && strcmp(json_value_text_of(launch, "status"),
                                                 bench_status_name((enum bench_status)status)) != 0)
        status++;
    if (status == BENCH_STATUS_COUNT || !rest_join(c, launch))
        return false;
    return end_badly(c, (enum bench_status)status, json_value_text_of(launch, "reason"), index);
}

bool results_launch_add(json_t *c, const json_t *launch, size_t index)
{
    if (!is_ok(c))
        return true;
    if (results_launch_count(c) != index)
        return false;
    if (!is_ok(launch))
        return end_as(c, launch, index);
    if (number(c, "inner_repetitions") != number(launch, "inner_repetitions"))
        return end_badly(c, BENCH_ERROR, "a sample has not as many executions as before", index);
    const char *stop = stop_of(json_value_text_of(c, "stop"), json_value_text_of(launch, "stop"));
    if (!entry_add(c, launch) ||
        !results_samples_append(json_object_get(c, "samples"),
                                json_object_get(launch, "samples")) ||
        !rest_join(c, launch) || json_object_set_new(c, "stop", json_value_text(stop)) != 0)
        return false;
    const bool on_gpu = json_is_object(json_object_get(c, "gpu"));
    return (!on_gpu || times_set(c, "gpu_total_ns", "gpu")) &&
           times_set(c, "wall_total_ns", "wall") && ratios_set(c) &&
           results_probe_append(c, launch, index) && results_probe_set_percent(c);
}

static const json_t *baseline_of(const json_t *cases, const json_t *c)
{
    const json_t *other, *found = NULL;
    size_t i;
    json_array_foreach(cases, i, other)
    {
        if (!json_is_true(json_object_get(other, "baseline")) ||
            strcmp(json_value_text_of(other, "workload"), json_value_text_of(c, "workload")) != 0)
            continue;
        const bool cold = strcmp(json_value_text_of(other, "cache"), "cold") == 0;
        if (cold == (strcmp(json_value_text_of(c, "cache"), "cold") == 0))
            return other;
        found = other;
    }
    return found;
}

static bool ratios_drop(json_t *c)
{
    json_t *launch;
    size_t i;
    bool set = results_case_drop_ratio(c);
    json_array_foreach(each_of(c), i, launch) set =
        set && json_object_set_new(launch, "time_ratio", json_null()) == 0;
    return set &&
           json_object_set_new(json_object_get(c, "launches"), "time_ratio", json_null()) == 0;
}

bool results_launch_close(json_t *cases)
{
    json_t *c;
    size_t i;
    bool set = true;
    json_array_foreach(cases, i, c)
    {
        const json_t *baseline = each_of(c) ? baseline_of(cases, c) : NULL;
        if (set && baseline && !is_ok(baseline))
            set = ratios_drop(c);
    }
    return set;
}
