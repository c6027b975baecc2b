/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Decimal places of a step; 0 where the step has none. */
static int decimals_of(double step)
{
    enum { DECIMALS_MAX = 9 };
    return step > 0 && step < 1 ? (int)fmin(DECIMALS_MAX, ceil(-log10(step))) : 0;
}

char *units_format_ns(double ns, char text[32])
{
    return units_format_ns_to(ns, INFINITY, text);
}

char *units_format_ns_to(double ns, double step_ns, char text[32])
{
    static const char *const units[] = { "ns", "µs", "ms", "s" };
    if (!isfinite(ns)) {
        snprintf(text, 32, "-");
        return text;
    }
    size_t unit = 0;
    while (unit + 1 < sizeof units / sizeof *units && fabs(ns) >= 999.5) {
        ns /= 1000;
        step_ns /= 1000;
        unit++;
    }
    double size = fabs(ns);
    int decimals = size >= 99.95 || size == 0 ? 0 : size >= 9.995 ? 1 : 2;
    if (decimals < decimals_of(step_ns))
        decimals = decimals_of(step_ns);
    if (size < 1e9)
        snprintf(text, 32, "%.*f %s", decimals, ns, units[unit]);
    else
        snprintf(text, 32, "%.2e %s", ns, units[unit]);
    return text;
}

char *units_format_rate(double per_s, const char *unit, char text[32])
{
    static const char *const prefixes[] = { "", "k", "M", "G", "T", "P" };
    size_t prefix = 0;
    if (!isfinite(per_s) || per_s <= 0) {
        snprintf(text, 32, "-");
        return text;
    }
    while (prefix + 1 < sizeof(prefixes) / sizeof(prefixes[0]) && per_s >= 999.5) {
        per_s /= 1000;
        prefix++;
    }
    snprintf(text, 32, "%.*f %s%s",
             per_s >= 99.95   ? 0
             : per_s >= 9.995 ? 1
                              : 2,
             per_s, prefixes[prefix], unit);
    return text;
}

char *units_format_joules(double joules, char text[32])
{
    static const char *const units[] = { "J", "mJ", "µJ", "nJ" };
    size_t unit = 0;
    for (; unit + 1 < sizeof(units) / sizeof(units[0]) && fabs(joules) < 0.9995; unit++)
        joules *= 1000;
    snprintf(text, 32, isfinite(joules) ? "%.3g %s" : "-", joules, units[unit]);
    return text;
}

char *units_format_bytes(double bytes, char text[32])
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    size_t unit = 0;
    while (unit + 1 < sizeof(units) / sizeof(units[0]) && bytes >= 1024) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, 32, "%.4g %s", bytes, units[unit]);
    return text;
}

static const char date_format[] = "%Y-%m-%dT%H:%M:%SZ";

double units_parse_date(const char *text)
{
    struct tm parts = { 0 };
    const char *end = text ? strptime(text, date_format, &parts) : NULL;
    if (!end || *end)
        return NAN;
    /* A day that no month has comes out as one of the next. */
    char again[32];
    const double seconds = (double)timegm(&parts);
    return strftime(again, sizeof(again), date_format, &parts) > 0 && strcmp(again, text) == 0
               ? seconds
               : NAN;
}
