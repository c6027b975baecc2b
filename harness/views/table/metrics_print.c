/* SPDX-License-Identifier: MIT */
#include "harness/views/table/table_notes.h"

#include "harness/base/text.h"

#include <math.h>
#include <string.h>

/* On a line of their own where they would make that of the name too long. */
static void metrics_print_case(FILE *out, const struct run_case *c)
{
    enum { COLUMNS = 80 };
    struct text text = { 0 };
    for (size_t i = 0; i < c->metric_count; i++) {
        const struct run_metric *metric = &c->metrics[i];
        text_add_format(&text, "%s%s ", i == 0 ? "" : ", ", metric->name);
        if (isnan(metric->value))
            text_add(&text, "-");
        else
            text_add_format(&text, "%.6g", metric->value);
        text_add_format(&text, " %s", metric->unit);
    }
    const bool apart = strlen(c->name) + 2 + text.length > COLUMNS;
    fprintf(out, "%s%s%s\n", c->name, apart ? "\n  " : ": ", text_string(&text));
    text_finish(&text);
}

void metrics_print(FILE *out, const struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (run->cases[i].metric_count > 0)
            metrics_print_case(out, &run->cases[i]);
}
