/* SPDX-License-Identifier: MIT */
#include "harness/show/table_ceilings.h"

#include "harness/base/units.h"

#include <math.h>

/* Copying, reading, writing. */
enum { CURVES = 3 };

static const struct run_ceilings_curve *curve_of(const struct run_ceilings *ceilings, int which)
{
    const struct run_ceilings_curve *const curves[CURVES] = { &ceilings->copy, &ceilings->read,
                                                              &ceilings->write };
    return curves[which];
}

static double curve_at(const struct run_ceilings_curve *curve, double bytes)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->points[i].bytes == bytes)
            return curve->points[i].bytes_per_s;
    return NAN;
}

/* The least working set of any curve above `bytes`; NAN when there is none. */
static double next_bytes(const struct run_ceilings *ceilings, double bytes)
{
    double next = NAN;
    for (int k = 0; k < CURVES; k++) {
        const struct run_ceilings_curve *curve = curve_of(ceilings, k);
        for (size_t i = 0; i < curve->count; i++)
            if (curve->points[i].bytes > bytes)
                next = fmin(curve->points[i].bytes, next); /* fmin leaves out a NAN */
    }
    return next;
}

static void bandwidth_print(FILE *out, const struct run_ceilings *ceilings)
{
    double bytes = 0;
    fprintf(out, "  %-12s  %10s  %10s  %10s\n", "working set", "copy", "read", "write");
    while ((bytes = next_bytes(ceilings, bytes)) > 0) {
        char text[32];
        units_format_bytes(bytes, text);
        fprintf(out, "  %-12s", text);
        for (int k = 0; k < CURVES; k++) {
            units_format_rate(curve_at(curve_of(ceilings, k), bytes), "B/s", text);
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

static void time_print(FILE *out, const char *before, double ns)
{
    char text[32];
    units_format_ns(ns > 0 ? ns : NAN, text);
    fprintf(out, "%s %s", before, text);
}

void table_ceilings_print(FILE *out, const struct run_ceilings *ceilings)
{
    bandwidth_print(out, ceilings);
    rate_print(out, "  operations", ceilings->operations_per_s);
    rate_print(out, "; atomics: one address", ceilings->atomic_one_per_s);
    rate_print(out, ", many", ceilings->atomic_many_per_s);
    rate_print(out, ", shared memory", ceilings->atomic_shared_per_s);
    time_print(out, "\n  dispatch", ceilings->dispatch_ns);
    time_print(out, "; dependent steps: dispatch", ceilings->dependent_ns);
    time_print(out, ", indirect", ceilings->indirect_ns);
    time_print(out, ", fill", ceilings->fill_ns);
    time_print(out, "; round trip to the host", ceilings->round_trip_ns);
    time_print(out, "\n  timestamps: tick", ceilings->tick_ns);
    time_print(out, ", pair with nothing between", ceilings->empty_ns);
    fprintf(out, "\n\n");
}
