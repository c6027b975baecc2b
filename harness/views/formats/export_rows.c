/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "harness/base/json_value.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/slug.h"
#include "harness/views/formats/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool export_rows_has(const struct run_case *c)
{
    return run_case_median_ns(c) > 0;
}

const char *export_rows_name_fault(const char *name)
{
    static const struct {
        const char *ending, *fault;
    } endings[] = {
        { "_mean", "ends in '_mean', which other programs take for an aggregate" },
        { "_median", "ends in '_median', which other programs take for an aggregate" },
        { "_stddev", "ends in '_stddev', which other programs take for an aggregate" },
        { "_cv", "ends in '_cv', which other programs take for an aggregate" },
        { "-bencher-ignore", "ends in '-bencher-ignore', by which Bencher leaves it out" },
        { "_bencher_ignore", "ends in '_bencher_ignore', by which Bencher leaves it out" },
        { "BencherIgnore", "ends in 'BencherIgnore', by which Bencher leaves it out" },
    };
    const size_t length = strlen(name);
    if (length > EXPORT_ROWS_NAME_BYTES)
        return "is longer than the 1024 bytes that Bencher takes";
    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
        const size_t own = strlen(endings[i].ending);
        if (length >= own && strcmp(name + length - own, endings[i].ending) == 0)
            return endings[i].fault;
    }
    return NULL;
}

/* The times of the samples that count (paired_counts()), of one execution, in the order of
 * sampling. `values` is malloc'ed; in a summary there are those that stayed. */
struct times {
    double *values;
    size_t count;
};

static struct times times_of(const struct run_case *c)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    struct times times = { need_bytes(c->sample_count * sizeof(double)), 0 };
    for (size_t launch = 0; launch < launches; launch++)
        times.count += paired_times((struct paired_side){ c, c->by_wall }, (uint32_t)launch,
                                    times.values + times.count);
    return times;
}

/* Takes the value over. Numbers have 15 digits. */
static void rows_json(FILE *out, json_t *value)
{
    json_value_write(out, value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

/* The next entry of a list. */
static void rows_add(FILE *out, size_t *rows, json_t *row)
{
    fputs((*rows)++ > 0 ? ",\n" : "\n", out);
    rows_json(out, row);
}

/* "Name, driver 1.2": where it was measured. */
static json_t *device_json(const struct run *run)
{
    const struct run_device *device = &run->device;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s%s%s", *device->name ? device->name : "no device",
             *device->driver_name ? ", " : "", device->driver_name, *device->driver_info ? " " : "",
             device->driver_info);
    return json_value_text(text);
}

/* A document: what begins it, an entry for each case with a time, and what ends it. */
struct document {
    const char *begin, *end;
    void (*write)(FILE *out, size_t *rows, const struct run *run, const struct run_case *c);
};

static void document_write(FILE *out, const struct run *run, const struct document *document)
{
    size_t rows = 0;
    fputs(document->begin, out);
    for (size_t i = 0; i < run->case_count; i++)
        if (export_rows_has(&run->cases[i]))
            document->write(out, &rows, run, &run->cases[i]);
    fputs(document->end, out);
}

/* Bencher Metric Format ------------------------------------------------------------------------ */

static json_t *measures_json(const struct run_case *c)
{
    const struct stats_interval interval = run_case_interval(c);
    const double bytes_per_s = c->by_wall ? NAN : roofline_of(c).bytes_per_s;
    json_t *latency = json_pack("{s:f}", "value", run_case_median_ns(c));
    if (isfinite(interval.low) && isfinite(interval.high)) {
        json_value_set(&latency, "lower_value", json_real(interval.low));
        json_value_set(&latency, "upper_value", json_real(interval.high));
    }
    json_t *measures = json_pack("{s:o}", "latency", latency);
    if (isfinite(bytes_per_s))
        json_value_set(&measures, "bandwidth", json_pack("{s:f}", "value", bytes_per_s));
    return measures;
}

static void bmf_write(FILE *out, size_t *rows, const struct run *run, const struct run_case *c)
{
    (void)run;
    rows_add(out, rows, json_value_text(c->name));
    fputc(':', out);
    rows_json(out, measures_json(c));
}

void export_bmf(FILE *out, const struct run *run)
{
    document_write(out, run, &(struct document){ "{", "\n}\n", bmf_write });
}

/* github-action-benchmark ---------------------------------------------------------------------- */

static json_t *extra_json(const struct run *run, const struct run_case *c)
{
    char text[2048];
    json_t *device = device_json(run);
    snprintf(text, sizeof(text), "%s\n%zu sample%s of %s\nclaimcheck %.100s",
             json_string_value(device), run_case_judged(c)->count,
             plural(run_case_judged(c)->count, "", "s"), c->by_wall ? "wall time" : "GPU time",
             run->tool.commit);
    json_decref(device);
    return json_value_text(text);
}

static json_t *gha_json(const struct run *run, const struct run_case *c)
{
    const struct stats_interval interval = run_case_interval(c);
    const double median = run_case_median_ns(c);
    const double range = fmax(interval.high - median, median - interval.low);
    char text[64];
    json_t *row = json_pack("{s:o, s:s, s:f}", "name", json_value_text(c->name), "unit", "ns",
                            "value", median);
    snprintf(text, sizeof(text), "\u00B1 %.6g", range);
    if (isfinite(range))
        json_value_set(&row, "range", json_string(text));
    json_value_set(&row, "extra", extra_json(run, c));
    return row;
}

static void gha_write(FILE *out, size_t *rows, const struct run *run, const struct run_case *c)
{
    rows_add(out, rows, gha_json(run, c));
}

void export_gha(FILE *out, const struct run *run)
{
    document_write(out, run, &(struct document){ "[", "\n]\n", gha_write });
}

/* hyperfine ------------------------------------------------------------------------------------ */

static json_t *parameters_json(const struct run_case *c)
{
    json_t *parameters = json_object();
    for (size_t i = 0; i < c->axis_count; i++)
        json_value_set(&parameters, c->axes[i].name, json_value_text(c->axes[i].value));
    return parameters;
}

static json_t *result_json(const struct run_case *c, const struct times *times)
{
    const double mean = stats_mean(times->values, times->count);
    const double deviation = stats_deviation(times->values, times->count);
    double least = INFINITY, greatest = 0;
    json_t *seconds = json_array(), *codes = json_array();
    for (size_t i = 0; i < times->count; i++) {
        least = fmin(least, times->values[i]);
        greatest = fmax(greatest, times->values[i]);
        json_value_append(&seconds, json_real(times->values[i] * 1e-9));
        json_value_append(&codes, json_integer(0));
    }
    json_t *result =
        json_pack("{s:o, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",                      //
                  "command", json_value_text(c->name), "mean", mean * 1e-9,                  //
                  "stddev", isfinite(deviation) ? json_real(deviation * 1e-9) : json_null(), //
                  "median", run_case_median_ns(c) * 1e-9, "user", 0.0, "system", 0.0,        //
                  "min", least * 1e-9, "max", greatest * 1e-9,                               //
                  "times", seconds, "exit_codes", codes);
    if (c->axis_count > 0)
        json_value_set(&result, "parameters", parameters_json(c));
    return result;
}

static void hyperfine_write(FILE *out, size_t *rows, const struct run *run,
                            const struct run_case *c)
{
    (void)run;
    const struct times times = times_of(c);
    if (times.count > 0)
        rows_add(out, rows, result_json(c, &times));
    free(times.values);
}

void export_hyperfine(FILE *out, const struct run *run)
{
    document_write(out, run, &(struct document){ "{\n\"results\":[", "\n]\n}\n", hyperfine_write });
}

/* Google Benchmark ----------------------------------------------------------------------------- */

static bool is_known(double number)
{
    return isfinite(number);
}

/* Omits what is not known: readers of this format take null for no number. */
static json_t *context_json(const struct run *run)
{
    const struct run_context *host = &run->context;
    json_t *load = json_array();
    if (is_known(host->load_average))
        json_value_append(&load, json_real(host->load_average));
    json_t *context =
        json_pack("{s:o, s:s, s:s, s:[], s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:o}", //
                  "date", json_value_text(run->session.started), "host_name", "",  //
                  "executable", "claimcheck", "caches", "load_avg", load, "library_build_type",
                  run->tool.slow ? "debug" : "release",                               //
                  "json_schema_version", 1, "device", device_json(run),               //
                  "claimcheck_version", json_value_text(run->tool.version),           //
                  "claimcheck_commit", json_value_text(run->tool.commit),             //
                  "claimcheck_profile", json_value_text(run->session.profile), "cpu", //
                  json_value_text(host->cpu));
    if (is_known(host->cores))
        json_value_set(&context, "num_cpus", json_value_number(host->cores));
    if (*host->processor.governor)
        json_value_set(&context, "cpu_scaling_enabled",
                       json_boolean(strcmp(host->processor.governor, "performance") != 0));
    return context;
}

/* Where a case stands. */
struct place {
    size_t family, instance;
};

static bool is_of_family(const struct run_case *a, const struct run_case *b)
{
    return strcmp(a->bench, b->bench) == 0 && strcmp(a->technique, b->technique) == 0;
}

/* Finds the places of all cases with a row; malloc'ed. */
static struct place *places_find(const struct run *run)
{
    struct place *places = need_zeroed(run->case_count, sizeof(*places));
    size_t families = 0;
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        size_t k = i;
        if (!export_rows_has(c))
            continue;
        while (k > 0 &&
               !(export_rows_has(&run->cases[k - 1]) && is_of_family(&run->cases[k - 1], c)))
            k--;
        places[i] = k > 0 ? (struct place){ places[k - 1].family, places[k - 1].instance + 1 }
                          : (struct place){ families++, 0 };
    }
    return places;
}

/* One of `repetitions`. */
static json_t *row_json(const struct run_case *c, struct place place, size_t repetitions,
                        size_t index, double ns)
{
    const double threads = c->kind == BENCH_CPU && c->threads > 0 ? c->threads : 1;
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:f, s:f, s:s, s:s}",              //
        "name", json_value_text(c->name), "family_index", json_value_count(place.family), //
        "per_family_instance_index", json_value_count(place.instance),                    //
        "run_name", json_value_text(c->name), "run_type", "iteration",                    //
        "repetitions", json_value_count(repetitions), "repetition_index",
        json_value_count(index),                                                             //
        "threads", json_value_whole(threads),                                                //
        "iterations", json_value_whole(c->inner_repetitions > 0 ? c->inner_repetitions : 1), //
        "real_time", ns, "cpu_time", ns, "time_unit", "ns",                                  //
        "label", c->by_wall ? "wall time" : "GPU time");
}

static void samples_write(FILE *out, size_t *rows, const struct run_case *c, struct place place)
{
    const struct times times = times_of(c);
    for (size_t i = 0; i < times.count; i++)
        rows_add(out, rows, row_json(c, place, times.count, i, times.values[i]));
    free(times.values);
}

static void median_write(FILE *out, size_t *rows, const struct run_case *c, struct place place)
{
    const struct roofline roofline = roofline_of(c);
    json_t *row = row_json(c, place, 1, 0, run_case_median_ns(c));
    if (!c->by_wall && is_known(roofline.bytes_per_s))
        json_value_set(&row, "bytes_per_second", json_real(roofline.bytes_per_s));
    rows_add(out, rows, row);
}

static void gbench_write(FILE *out, const struct run *run,
                         void (*write)(FILE *, size_t *, const struct run_case *, struct place))
{
    struct place *places = places_find(run);
    size_t rows = 0;
    fputs("{\n\"context\":", out);
    rows_json(out, context_json(run));
    fputs(",\n\"benchmarks\":[", out);
    for (size_t i = 0; i < run->case_count; i++)
        if (export_rows_has(&run->cases[i]))
            write(out, &rows, &run->cases[i], places[i]);
    fputs("\n]\n}\n", out);
    free(places);
}

void export_gbench(FILE *out, const struct run *run)
{
    gbench_write(out, run, samples_write);
}

void export_gbench_summary(FILE *out, const struct run *run)
{
    gbench_write(out, run, median_write);
}

/* A name --------------------------------------------------------------------------------------- */

enum { NAME_BYTES = 65, DRIVER_BYTES = 32 };

void export_testbed(FILE *out, const struct run *run)
{
    const struct run_device *device = &run->device;
    char name[NAME_BYTES], driver[DRIVER_BYTES];
    slug_make(*device->driver_info ? device->driver_info : device->driver_name, driver,
              sizeof(driver));
    const size_t behind = *driver ? strlen(driver) + 1 : 0;
    slug_make(*device->name ? device->name : "host", name, NAME_BYTES - behind);
    if (*driver && *name)
        strcat(name, "-");
    strcat(name, driver);
    fprintf(out, "%s\n", name);
}
