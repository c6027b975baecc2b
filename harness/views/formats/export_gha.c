/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_gha.h"

#include "harness/base/json_value.h"
#include "harness/views/formats/export_rows.h"

#include <math.h>

static json_t *extra_json(const struct run *run, const struct run_case *c)
{
    char text[2048];
    json_t *device = export_rows_device(run);
    const char *name = json_string_value(device);
    snprintf(text, sizeof(text), "%s\n%zu samples of %s\nclaimcheck %.100s", name ? name : "",
             run_case_judged(c)->count, c->by_wall ? "wall time" : "GPU time", run->tool.commit);
    json_decref(device);
    return json_value_text(text);
}

static json_t *row_json(const struct run *run, const struct run_case *c)
{
    const struct stats_interval interval = run_case_interval(c);
    const double median = run_case_median_ns(c);
    const double range = fmax(interval.high - median, median - interval.low);
    char text[64];
    json_t *row = json_pack("{s:o, s:s, s:f}", "name", json_value_text(c->name), "unit", "ns",
                            "value", median);
    snprintf(text, sizeof(text), "\u00B1 %.6g", range);
    if (row && isfinite(range))
        json_value_set(&row, "range", json_string(text));
    if (row)
        json_value_set(&row, "extra", extra_json(run, c));
    return row;
}

bool export_gha(FILE *out, const struct run *run)
{
    bool written = fputc('[', out) != EOF;
    size_t rows = 0;
    for (size_t i = 0; i < run->case_count && written; i++)
        if (export_rows_has(&run->cases[i]))
            written = export_rows_add(out, &rows, row_json(run, &run->cases[i]));
    fputs("\n]\n", out);
    return written && !ferror(out);
}
