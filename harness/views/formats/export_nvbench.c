/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_nvbench.h"

#include "harness/base/value.h"
#include "harness/views/formats/export_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 2048, NUMBER_BYTES = 32 };

static const double s_of_ns = 1e-9;

/* Axes ----------------------------------------------------------------------------------------- */

/* What is an axis here: the variant, the caches where they are said, and the case's own. */
static size_t axis_count(const struct run_case *c)
{
    return 1 + (c->cache != RUN_CACHE_NONE) + c->axis_count;
}

static struct run_axis axis_at(const struct run_case *c, size_t i)
{
    if (i == 0)
        return (struct run_axis){ "variant", c->variant, NAN };
    if (i == 1 && c->cache != RUN_CACHE_NONE)
        return (struct run_axis){ "cache", c->cache == RUN_CACHE_COLD ? "cold" : "hot", NAN };
    return c->axes[i - axis_count(c) + c->axis_count];
}

static bool is_of_bench(const struct run_case *a, const struct run_case *b)
{
    return export_rows_has(a) && strcmp(a->bench, b->bench) == 0 &&
           strcmp(a->technique, b->technique) == 0;
}

/* A case that lacks an axis of its bench has "-" there: every state has all axes, in one order. */
static struct run_axis axis_find(const struct run_case *c, const char *name)
{
    for (size_t i = 0; i < axis_count(c); i++) {
        const struct run_axis axis = axis_at(c, i);
        if (strcmp(axis.name, name) == 0)
            return axis;
    }
    return (struct run_axis){ name, "-", NAN };
}

/* An axis is one of integers where all cases of the bench have it, and whole numbers there. */
static bool is_integer(const struct run *run, const struct run_case *of, const char *name)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const double number =
            is_of_bench(&run->cases[i], of) ? axis_find(&run->cases[i], name).number : 0;
        if (isnan(number) || number != round(number))
            return false;
    }
    return true;
}

/* The member of that name of an array; NULL. */
static json_t *entry_find(const json_t *list, const char *key, const char *text)
{
    json_t *entry;
    size_t i;
    json_array_foreach(list, i, entry)
    {
        const char *own = json_string_value(json_object_get(entry, key));
        if (own && strcmp(own, text) == 0)
            return entry;
    }
    return NULL;
}

static void axis_add(json_t *axes, const struct run *run, const struct run_case *c,
                     const struct run_axis *axis)
{
    json_t *own = entry_find(axes, "name", axis->name);
    if (!own) {
        const bool integer = is_integer(run, c, axis->name);
        json_array_append_new(axes, json_pack("{s:s, s:s, s:s, s:[]}", "name", axis->name, "type",
                                              integer ? "int64" : "string", "flags", "", "values"));
        own = entry_find(axes, "name", axis->name);
    }
    json_t *values = json_object_get(own, "values");
    const char *type = json_string_value(json_object_get(own, "type"));
    if (!type || entry_find(values, "input_string", axis->value))
        return;
    json_array_append_new(
        values,
        json_pack("{s:s, s:s, s:o}", "input_string", axis->value, "description", "", "value",
                  *type == 'i' ? value_whole(axis->number) : value_text(axis->value)));
}

static json_t *axes_json(const struct run *run, const struct run_case *first)
{
    json_t *axes = json_array();
    for (size_t i = 0; i < run->case_count; i++)
        for (size_t k = 0; is_of_bench(&run->cases[i], first) && k < axis_count(&run->cases[i]);
             k++) {
            const struct run_axis axis = axis_at(&run->cases[i], k);
            axis_add(axes, run, first, &axis);
        }
    for (size_t i = 0; i < run->case_count; i++)
        for (size_t k = 0; is_of_bench(&run->cases[i], first) && k < json_array_size(axes); k++) {
            const json_t *own = json_array_get(axes, k);
            const struct run_axis axis =
                axis_find(&run->cases[i], json_string_value(json_object_get(own, "name")));
            axis_add(axes, run, first, &axis);
        }
    return axes;
}

/* Summaries ------------------------------------------------------------------------------------ */

static void number_add(json_t *summaries, const char *tag, const char *name, const char *hint,
                       double number)
{
    const bool count = strcmp(hint, "sample_size") == 0;
    char text[NUMBER_BYTES];
    snprintf(text, sizeof(text), count ? "%.0f" : "%.15g", number);
    if (isfinite(number))
        json_array_append_new(
            summaries, json_pack("{s:s, s:s, s:s, s:s, s:[{s:s, s:s, s:s}]}", "tag", tag, "name",
                                 name, "hint", hint, "description", name, "data", "name", "value",
                                 "type", count ? "int64" : "float64", "value", text));
}

/* What NVBench has of either time; `start` is the tag's, up to its last word. */
static void spread_add(json_t *summaries, const char *start, const char *what,
                       const struct stats_summary *summary, const struct export_rows_times *times)
{
    const double mean = stats_mean(times->values, times->count);
    const double deviation = stats_deviation(times->values, times->count);
    const struct {
        const char *word, *name, *hint;
        double number;
    } numbers[] = {
        { "min", "Min", "duration", summary->minimum * s_of_ns },
        { "max", "Max", "duration", summary->maximum * s_of_ns },
        { "mean", "Mean", "duration", mean * s_of_ns },
        { "stdev/absolute", "Deviation of", "duration", deviation * s_of_ns },
        { "stdev/relative", "Noise of", "percentage", deviation / mean },
    };
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        char tag[64], name[64];
        snprintf(tag, sizeof(tag), "%s%s", start, numbers[i].word);
        snprintf(name, sizeof(name), "%s %s", numbers[i].name, what);
        number_add(summaries, tag, name, numbers[i].hint, numbers[i].number);
    }
}

static void quartiles_add(json_t *summaries, const struct stats_summary *summary, double median)
{
    const double range = summary->quartile3 - summary->quartile1;
    number_add(summaries, "nv/cold/time/gpu/q1", "First quartile of GPU Time", "duration",
               summary->quartile1 * s_of_ns);
    number_add(summaries, "nv/cold/time/gpu/median", "Median GPU Time", "duration",
               median * s_of_ns);
    number_add(summaries, "nv/cold/time/gpu/q3", "Third quartile of GPU Time", "duration",
               summary->quartile3 * s_of_ns);
    number_add(summaries, "nv/cold/time/gpu/iqr/absolute", "Interquartile range of GPU Time",
               "duration", range * s_of_ns);
    number_add(summaries, "nv/cold/time/gpu/iqr/relative", "Relative IQR of GPU Time", "percentage",
               range / median);
}

/* NULL when memory runs out. */
static json_t *summaries_json(const struct run_case *c)
{
    const struct export_rows_times gpu = export_rows_times(c, false),
                                   wall = export_rows_times(c, true);
    json_t *summaries = gpu.values && wall.values ? json_array() : NULL;
    number_add(summaries, "nv/cold/sample_size", "Samples", "sample_size",
               (double)(c->gpu.count > 0 ? gpu.count : wall.count));
    if (c->wall.count > 0)
        spread_add(summaries, "nv/cold/time/cpu/", "CPU Time", &c->wall, &wall);
    if (c->gpu.count > 0) {
        spread_add(summaries, "nv/cold/time/gpu/", "GPU Time", &c->gpu, &gpu);
        quartiles_add(summaries, &c->gpu, c->by_wall ? c->gpu.median : run_case_median_ns(c));
    }
    free(gpu.values);
    free(wall.values);
    return summaries;
}

/* Benchmarks ----------------------------------------------------------------------------------- */

static json_t *state_json(const json_t *axes, const struct run_case *c)
{
    json_t *values = json_array(), *own;
    char name[NAME_BYTES] = "Device=0";
    size_t i;
    json_array_foreach(axes, i, own)
    {
        const struct run_axis axis = axis_find(c, json_string_value(json_object_get(own, "name")));
        const size_t used = strlen(name);
        snprintf(name + used, sizeof(name) - used, " %s=%s", axis.name, axis.value);
        json_array_append_new(values, json_pack("{s:s, s:O, s:s}", "name", axis.name, "type",
                                                json_object_get(own, "type"), "value", axis.value));
    }
    return json_pack("{s:o, s:i, s:i, s:o, s:o, s:b}", "name", value_text(name), "device", 0,
                     "type_config_index", 0, "axis_values", values, "summaries", summaries_json(c),
                     "is_skipped", 0);
}

static json_t *benchmark_json(const struct run *run, const struct run_case *first, size_t index)
{
    char name[NAME_BYTES];
    snprintf(name, sizeof(name), "%s.%s", first->technique, first->bench);
    json_t *states = json_array(), *axes = axes_json(run, first);
    for (size_t i = 0; i < run->case_count; i++)
        if (is_of_bench(&run->cases[i], first) &&
            json_array_append_new(states, state_json(axes, &run->cases[i])) != 0) {
            json_decref(states);
            states = NULL;
            break;
        }
    return json_pack("{s:o, s:o, s:[i], s:o, s:o}", "name", value_text(name), "index",
                     value_count(index), "devices", 0, "axes", axes, "states", states);
}

static bool is_first(const struct run *run, const struct run_case *c)
{
    for (const struct run_case *other = run->cases; other < c; other++)
        if (is_of_bench(other, c))
            return false;
    return export_rows_has(c);
}

static json_t *meta_json(const struct run *run)
{
    return json_pack("{s:[s], s:{s:{s:i, s:i, s:i, s:s}, s:{s:o, s:o}}}", "argv", "claimcheck",
                     "version", "json", "major", 1, "minor", 0, "patch", 0, "string", "1.0.0",
                     "claimcheck", "string", value_text(run->tool.version), "git_sha",
                     value_text(run->tool.commit));
}

static json_t *device_json(const struct run *run)
{
    json_t *device = json_pack("{s:i, s:o}", "id", 0, "name", value_text(run->device.name));
    if (device && isfinite(run->device.multiprocessors))
        json_object_set_new(device, "number_of_sms", value_whole(run->device.multiprocessors));
    return device;
}

bool export_nvbench(FILE *out, const struct run *run)
{
    size_t benchmarks = 0, devices = 0;
    fputs("{\n\"meta\":", out);
    bool written = export_rows_json(out, meta_json(run));
    fputs(",\n\"devices\":[", out);
    written = written && export_rows_add(out, &devices, device_json(run));
    fputs("\n],\n\"benchmarks\":[", out);
    for (size_t i = 0; i < run->case_count && written; i++)
        if (is_first(run, &run->cases[i]))
            written =
                export_rows_add(out, &benchmarks, benchmark_json(run, &run->cases[i], benchmarks));
    fputs("\n]\n}\n", out);
    return written && !ferror(out);
}
