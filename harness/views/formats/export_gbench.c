/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_gbench.h"

#include "harness/analysis/limits/roofline.h"
#include "harness/base/json_value.h"
#include "harness/views/formats/export_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_known(double number)
{
    return isfinite(number);
}

/* What is not known is left out: null is no number to those who read this. */
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
                  "json_schema_version", 1, "device", export_rows_device(run),        //
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

/* Of all cases with a row; malloc'ed, NULL when memory runs out. */
static struct place *places_find(const struct run *run)
{
    struct place *places = calloc(run->case_count + 1, sizeof(*places));
    size_t families = 0;
    for (size_t i = 0; i < run->case_count && places; i++) {
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

static bool samples_write(FILE *out, size_t *rows, const struct run_case *c, struct place place)
{
    const struct export_rows_times times = export_rows_times(c);
    bool written = times.values != NULL;
    for (size_t i = 0; i < times.count && written; i++)
        written = export_rows_add(out, rows, row_json(c, place, times.count, i, times.values[i]));
    free(times.values);
    return written;
}

static bool median_write(FILE *out, size_t *rows, const struct run_case *c, struct place place)
{
    const struct roofline roofline = roofline_of(c);
    json_t *row = row_json(c, place, 1, 0, run_case_median_ns(c));
    if (row && !c->by_wall && is_known(roofline.bytes_per_s))
        json_value_set(&row, "bytes_per_second", json_real(roofline.bytes_per_s));
    return export_rows_add(out, rows, row);
}

static bool document_write(FILE *out, const struct run *run,
                           bool (*write)(FILE *, size_t *, const struct run_case *, struct place))
{
    struct place *places = places_find(run);
    size_t rows = 0;
    fputs("{\n\"context\":", out);
    bool written = places && export_rows_json(out, context_json(run));
    fputs(",\n\"benchmarks\":[", out);
    for (size_t i = 0; i < run->case_count && written; i++)
        if (export_rows_has(&run->cases[i]))
            written = write(out, &rows, &run->cases[i], places[i]);
    fputs("\n]\n}\n", out);
    free(places);
    return written && !ferror(out);
}

bool export_gbench(FILE *out, const struct run *run)
{
    return document_write(out, run, samples_write);
}

bool export_gbench_summary(FILE *out, const struct run *run)
{
    return document_write(out, run, median_write);
}
