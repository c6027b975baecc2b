/* SPDX-License-Identifier: MIT */
#include "harness/show/table_ceilings.h"

#include "harness/base/units.h"
#include "harness/judge/ceilings.h"

#include <math.h>

/* Copying, reading, writing. */
enum { CURVES = 3 };

/* Of the device, or of threads of the host. */
struct curves {
    const struct run_ceilings_curve *of[CURVES];
};

static double curve_at(const struct run_ceilings_curve *curve, double bytes)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->points[i].bytes == bytes)
            return curve->points[i].bytes_per_s;
    return NAN;
}

/* The least working set of any curve above `bytes`; NAN when there is none. */
static double next_bytes(const struct curves *curves, double bytes)
{
    double next = NAN;
    for (int k = 0; k < CURVES; k++) {
        const struct run_ceilings_curve *curve = curves->of[k];
        for (size_t i = 0; i < curve->count; i++)
            if (curve->points[i].bytes > bytes)
                next = fmin(curve->points[i].bytes, next); /* fmin leaves out a NAN */
    }
    return next;
}

static void bandwidth_print(FILE *out, const struct curves *curves)
{
    double bytes = 0;
    fprintf(out, "  %-12s  %10s  %10s  %10s\n", "working set", "copy", "read", "write");
    while ((bytes = next_bytes(curves, bytes)) > 0) {
        char text[32];
        units_format_bytes(bytes, text);
        fprintf(out, "  %-12s", text);
        for (int k = 0; k < CURVES; k++) {
            units_format_rate(curve_at(curves->of[k], bytes), "B/s", text);
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

/* Images from the smallest to the largest. */
static void texture_print(FILE *out, const struct run_ceilings_texture *texture)
{
    fprintf(out, "  lookups of texels of %.0f bytes", texture->texel_bytes);
    for (size_t i = 0; i < texture->curve.count; i++) {
        char size[32], rate[32];
        units_format_bytes(texture->curve.points[i].bytes, size);
        units_format_rate(texture->curve.points[i].bytes_per_s, "B/s", rate);
        fprintf(out, "%s %s in %s", i > 0 ? "," : "", rate, size);
    }
    fprintf(out, "\n");
}

static void time_print(FILE *out, const char *before, double ns)
{
    char text[32];
    units_format_ns(ns > 0 ? ns : NAN, text);
    fprintf(out, "%s %s", before, text);
}

static void threads_print(FILE *out, const struct run_ceilings_threads *threads)
{
    const struct curves curves = { { &threads->copy, &threads->read, &threads->write } };
    fprintf(out, "  of the host, %.0f thread%s\n", threads->count, threads->count > 1 ? "s" : "");
    bandwidth_print(out, &curves);
    rate_print(out, "  operations", threads->operations_per_s);
    fprintf(out, "\n");
}

static void device_print(FILE *out, const struct run_ceilings *ceilings)
{
    const struct curves curves = { { &ceilings->copy, &ceilings->read, &ceilings->write } };
    bandwidth_print(out, &curves);
    for (size_t i = 0; i < ceilings->texture_count; i++)
        texture_print(out, &ceilings->textures[i]);
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
    fprintf(out, "\n");
}

void table_ceilings_age_print(FILE *out, const struct run *run)
{
    enum { MINUTE_S = 60, HOUR_S = 3600 };
    const double age_s =
        units_parse_date(run->session.started) - units_parse_date(run->ceilings.measured);
    if (age_s >= HOUR_S)
        fprintf(out, ", measured %.0f h ago", age_s / HOUR_S);
    else if (age_s >= 0)
        fprintf(out, ", measured %.0f min ago", age_s / MINUTE_S);
}

void table_ceilings_print(FILE *out, const struct run_ceilings *ceilings)
{
    struct run_ceilings device = *ceilings;
    device.threads_count = 0;
    if (ceilings_known(&device) || ceilings->threads_count == 0)
        device_print(out, ceilings);
    for (size_t i = 0; i < ceilings->threads_count; i++)
        threads_print(out, &ceilings->threads[i]);
    fprintf(out, "\n");
}
