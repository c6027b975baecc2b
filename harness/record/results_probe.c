/* SPDX-License-Identifier: MIT */
#include "harness/record/results_probe.h"

#include "harness/base/json_value.h"
#include "harness/record/results_summary.h"

#include <math.h>
#include <stdlib.h>

static const char *const series[] = { "gpu_ns", "round", "order", "throttled", "launch" };
enum { SERIES_COUNT = sizeof(series) / sizeof(series[0]) };

static json_t *samples_json(const struct result_probe *probe)
{
    json_t *values[SERIES_COUNT], *samples = json_object();
    for (size_t k = 0; k < SERIES_COUNT; k++)
        json_object_set_new(samples, series[k], values[k] = json_array());
    for (size_t i = 0; i < probe->sample_count; i++) {
        const struct result_probe_sample *sample = &probe->samples[i];
        json_t *const entries[SERIES_COUNT] = {
            /* in the order of the list */
            json_value_whole(sample->ns), json_value_count(sample->round),
            json_value_count(sample->order), json_boolean(sample->throttled), json_value_count(0)
        };
        for (size_t k = 0; k < SERIES_COUNT; k++)
            json_array_append_new(values[k], entries[k]);
    }
    return samples;
}

json_t *results_probe_json(const struct result_probe *probe)
{
    if (probe->bytes.read + probe->bytes.written == 0)
        return json_null();
    const bool sampled = probe->sample_count > 0;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "bytes_read",
                     json_value_count(probe->bytes.read), "bytes_written",
                     json_value_count(probe->bytes.written),                    //
                     "reason", json_value_text(sampled ? NULL : probe->reason), //
                     "preceded_by",
                     json_value_text(!sampled      ? NULL
                                     : probe->cold ? "sweep"
                                                   : "itself"),              //
                     "samples", sampled ? samples_json(probe) : json_null(), //
                     "gpu", results_summary_json(&probe->time));
}

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

bool results_probe_set_percent(json_t *c)
{
    const json_t *probe = json_object_get(c, "probe");
    const double probe_ns = number(json_object_get(probe, "gpu"), "median_ns");
    const double case_ns = number(json_object_get(c, "gpu"), "median_ns");
    const bool both = probe_ns > 0 && case_ns > 0;
    return json_object_set_new(c, "probe_percent",
                               both ? json_value_number(100 * probe_ns / case_ns) : json_null()) ==
           0;
}

/* Of several launches ------------------------------------------------------------------------- */

/* Of all samples that count. */
static struct stats_summary summarize(const json_t *samples, double *room)
{
    const json_t *times = json_object_get(samples, "gpu_ns");
    const json_t *throttled = json_object_get(samples, "throttled");
    size_t count = 0;
    for (int all = 0; all < 2 && count == 0; all++)
        for (size_t i = 0; i < json_array_size(times); i++)
            if (all || !json_is_true(json_array_get(throttled, i)))
                room[count++] = json_number_value(json_array_get(times, i));
    return stats_summarize(room, count);
}

/* Samples of one process are alike: the interval holds those of all, unless one has none. */
static void interval_join(struct stats_interval *interval, const json_t *a, const json_t *b)
{
    const double low = number(a, "interval_low_ns"), other_low = number(b, "interval_low_ns");
    const double high = number(a, "interval_high_ns"), other_high = number(b, "interval_high_ns");
    const bool both = high > 0 && other_high > 0;
    interval->low = both ? fmin(low, other_low) : NAN;
    interval->high = both ? fmax(high, other_high) : NAN;
}

static bool samples_append(json_t *samples, const json_t *more, size_t index)
{
    bool added = true;
    for (size_t k = 0; k + 1 < SERIES_COUNT; k++)
        added = added && json_array_extend(json_object_get(samples, series[k]),
                                           json_object_get(more, series[k])) == 0;
    for (size_t i = 0; i < json_array_size(json_object_get(more, "gpu_ns")) && added; i++)
        added =
            json_array_append_new(json_object_get(samples, "launch"), json_value_count(index)) == 0;
    return added;
}

bool results_probe_append(json_t *c, const json_t *launch, size_t index)
{
    json_t *probe = json_object_get(c, "probe"), *own = json_object_get(probe, "samples");
    json_t *other = json_object_get(launch, "probe");
    const json_t *before = json_object_get(probe, "gpu"), *more = json_object_get(other, "gpu");
    if (!json_is_object(own))
        return true;
    if (!json_is_object(more))
        return results_probe_set_percent(c);
    double *room = NULL;
    struct stats_summary summary;
    const bool appended =
        samples_append(own, json_object_get(other, "samples"), index) &&
        (room = calloc(json_array_size(json_object_get(own, "gpu_ns")), sizeof(*room))) != NULL;
    if (!appended)
        return false;
    summary = summarize(own, room);
    free(room);
    interval_join(&summary.interval, before, more);
    return json_object_set_new(probe, "gpu", results_summary_json(&summary)) == 0 &&
           results_probe_set_percent(c);
}
