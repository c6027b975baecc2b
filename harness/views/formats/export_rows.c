/* SPDX-License-Identifier: MIT */
#include "harness/views/formats/export_rows.h"

#include "harness/analysis/compare/paired.h"
#include "harness/base/json_value.h"

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

struct export_rows_times export_rows_times(const struct run_case *c)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    struct export_rows_times times = { malloc((c->sample_count + 1) * sizeof(double)), 0 };
    for (size_t launch = 0; launch < launches && times.values; launch++)
        times.count += paired_times((struct paired_side){ c, c->by_wall }, (uint32_t)launch,
                                    times.values + times.count);
    return times;
}

bool export_rows_json(FILE *out, json_t *value)
{
    return json_value_write(out, value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
}

bool export_rows_add(FILE *out, size_t *rows, json_t *row)
{
    fputs((*rows)++ > 0 ? ",\n" : "\n", out);
    return export_rows_json(out, row);
}

json_t *export_rows_device(const struct run *run)
{
    const struct run_device *device = &run->device;
    char text[1024];
    snprintf(text, sizeof(text), "%s%s%s%s%s", *device->name ? device->name : "no device",
             *device->driver_name ? ", " : "", device->driver_name, *device->driver_info ? " " : "",
             device->driver_info);
    return json_value_text(text);
}
