/* SPDX-License-Identifier: MIT */
#include "harness/show/metrics_print.h"

static void metrics_print_case(FILE *out, const json_t *c)
{
    const char *name, *separator = ": ";
    json_t *metric;
    fprintf(out, "%s", json_string_value(json_object_get(c, "name")));
    json_object_foreach(json_object_get(c, "metrics"), name, metric)
    {
        const json_t *value = json_object_get(metric, "value");
        fprintf(out, "%s%s ", separator, name);
        if (json_is_number(value))
            fprintf(out, "%.6g", json_number_value(value));
        else
            fprintf(out, "-");
        fprintf(out, " %s", json_string_value(json_object_get(metric, "unit")));
        separator = ", ";
    }
    fprintf(out, "\n");
}

void metrics_print(FILE *out, const json_t *document)
{
    const json_t *c;
    size_t i;
    json_array_foreach(json_object_get(document, "cases"), i, c)
    {
        if (json_object_size(json_object_get(c, "metrics")) > 0)
            metrics_print_case(out, c);
    }
}
