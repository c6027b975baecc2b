/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_notes.h"

#include <math.h>

static void metrics_print_case(FILE *out, const struct run_case *c)
{
    fprintf(out, "%s", c->name);
    for (size_t i = 0; i < c->metric_count; i++) {
        const struct run_metric *metric = &c->metrics[i];
        fprintf(out, "%s%s ", i == 0 ? ": " : ", ", metric->name);
        if (isnan(metric->value))
            fprintf(out, "-");
        else
            fprintf(out, "%.6g", metric->value);
        fprintf(out, " %s", metric->unit);
    }
    fprintf(out, "\n");
}

void metrics_print(FILE *out, const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].metric_count > 0)
            metrics_print_case(out, &run->cases[i]);
}
