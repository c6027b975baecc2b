/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_bmf.h"

#include "harness/analysis/limits/roofline.h"
#include "harness/base/json_value.h"
#include "harness/views/formats/export_rows.h"

#include <math.h>

static json_t *measures_json(const struct run_case *c)
{
    const struct stats_interval interval = run_case_interval(c);
    const double bytes_per_s = c->by_wall ? NAN : roofline_of(c).bytes_per_s;
    json_t *latency = json_pack("{s:f}", "value", run_case_median_ns(c));
    if (latency && isfinite(interval.low) && isfinite(interval.high)) {
        json_value_set(&latency, "lower_value", json_real(interval.low));
        json_value_set(&latency, "upper_value", json_real(interval.high));
    }
    json_t *measures = json_pack("{s:o}", "latency", latency);
    if (measures && isfinite(bytes_per_s))
        json_value_set(&measures, "bandwidth", json_pack("{s:f}", "value", bytes_per_s));
    return measures;
}

bool export_bmf(FILE *out, const struct run *run)
{
    bool written = fputc('{', out) != EOF;
    size_t rows = 0;
    for (size_t i = 0; i < run->case_count && written; i++) {
        const struct run_case *c = &run->cases[i];
        if (!export_rows_has(c))
            continue;
        written = export_rows_add(out, &rows, json_value_text(c->name)) && fputc(':', out) != EOF &&
                  export_rows_json(out, measures_json(c));
    }
    fputs("\n}\n", out);
    return written && !ferror(out);
}
