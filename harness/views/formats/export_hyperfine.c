/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_hyperfine.h"

#include "harness/base/json_value.h"
#include "harness/views/formats/export_rows.h"

#include <math.h>
#include <stdlib.h>

static const double s_of_ns = 1e-9;

static json_t *parameters_json(const struct run_case *c)
{
    json_t *parameters = json_object();
    for (size_t i = 0; i < c->axis_count && parameters; i++)
        json_value_set(&parameters, c->axes[i].name, json_value_text(c->axes[i].value));
    return parameters;
}

static json_t *result_json(const struct run_case *c, const struct export_rows_times *times)
{
    const double mean = stats_mean(times->values, times->count);
    const double deviation = stats_deviation(times->values, times->count);
    double least = INFINITY, greatest = 0;
    json_t *seconds = json_array(), *codes = json_array();
    for (size_t i = 0; i < times->count; i++) {
        least = fmin(least, times->values[i]);
        greatest = fmax(greatest, times->values[i]);
        json_value_append(&seconds, json_real(times->values[i] * s_of_ns));
        json_value_append(&codes, json_integer(0));
    }
    json_t *result =
        json_pack("{s:o, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",                         //
                  "command", json_value_text(c->name), "mean", mean * s_of_ns,                  //
                  "stddev", isfinite(deviation) ? json_real(deviation * s_of_ns) : json_null(), //
                  "median", run_case_median_ns(c) * s_of_ns, "user", 0.0, "system", 0.0,        //
                  "min", least * s_of_ns, "max", greatest * s_of_ns,                            //
                  "times", seconds, "exit_codes", codes);
    if (result && c->axis_count > 0)
        json_value_set(&result, "parameters", parameters_json(c));
    return result;
}

bool export_hyperfine(FILE *out, const struct run *run)
{
    bool written = fputs("{\n\"results\":[", out) != EOF;
    size_t rows = 0;
    for (size_t i = 0; i < run->case_count && written; i++) {
        const struct run_case *c = &run->cases[i];
        if (!export_rows_has(c))
            continue;
        const struct export_rows_times times = export_rows_times(c);
        written = times.values &&
                  (times.count == 0 || export_rows_add(out, &rows, result_json(c, &times)));
        free(times.values);
    }
    fputs("\n]\n}\n", out);
    return written && !ferror(out);
}
