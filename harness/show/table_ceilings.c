/* SPDX-License-Identifier: MIT */
#include "harness/show/table_ceilings.h"

#include "harness/base/units.h"

#include <math.h>

static double number_get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static double curve_at(const json_t *curve, double bytes)
{
    const json_t *point;
    size_t i;
    json_array_foreach(curve, i, point)
    {
        if (number_get(point, "bytes") == bytes)
            return number_get(point, "bytes_per_s");
    }
    return NAN;
}

/* The least working set of any curve above `bytes`; NAN when there is none. */
static double next_bytes(const json_t *bandwidth, double bytes)
{
    const char *name;
    json_t *curve, *point;
    double next = NAN;
    json_object_foreach((json_t *)bandwidth, name, curve)
    {
        size_t i;
        json_array_foreach(curve, i, point)
        {
            const double here = number_get(point, "bytes");
            if (here > bytes)
                next = fmin(here, isnan(next) ? here : next);
        }
    }
    return next;
}

static void bandwidth_print(FILE *out, const json_t *bandwidth)
{
    static const char *const names[] = { "copy", "read", "write" };
    fprintf(out, "  %-12s  %10s  %10s  %10s\n", "working set", names[0], names[1], names[2]);
    for (double bytes = next_bytes(bandwidth, 0); bytes > 0; bytes = next_bytes(bandwidth, bytes)) {
        char text[32];
        units_format_bytes(bytes, text);
        fprintf(out, "  %-12s", text);
        for (int i = 0; i < 3; i++) {
            units_format_rate(curve_at(json_object_get(bandwidth, names[i]), bytes), "B/s", text);
            fprintf(out, "  %10s", text);
        }
        fprintf(out, "\n");
    }
}

static void rate_print(FILE *out, const char *before, double per_s)
{
    char text[32];
    units_format_rate(per_s, "/s", text);
    fprintf(out, "%s %s", before, text);
}

static void time_print(FILE *out, const char *before, const json_t *object, const char *key)
{
    char text[32];
    units_format_ns(number_get(object, key), text);
    fprintf(out, "%s %s", before, text);
}

void table_ceilings_print(FILE *out, const json_t *ceilings)
{
    const json_t *atomics = json_object_get(ceilings, "atomics_per_s");
    const json_t *steps = json_object_get(ceilings, "step_ns");
    const json_t *timer = json_object_get(ceilings, "timer");
    if (!json_is_object(ceilings))
        return;
    bandwidth_print(out, json_object_get(ceilings, "bandwidth"));
    rate_print(out, "  operations", number_get(ceilings, "operations_per_s"));
    rate_print(out, "; atomics: one address", number_get(atomics, "one_address"));
    rate_print(out, ", many", number_get(atomics, "many_addresses"));
    rate_print(out, ", shared memory", number_get(atomics, "shared_memory"));
    time_print(out, "\n  dispatch", steps, "dispatch");
    time_print(out, "; dependent steps: dispatch", steps, "dependent");
    time_print(out, ", indirect", steps, "indirect");
    time_print(out, ", fill", steps, "fill");
    time_print(out, "; round trip to the host", steps, "round_trip");
    time_print(out, "\n  timestamps: tick", timer, "tick_ns");
    time_print(out, ", pair with nothing between", timer, "empty_ns");
    fprintf(out, "\n\n");
}
