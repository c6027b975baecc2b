/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep_times.h"
#include "harness/base/plural.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Shares by which times may differ from their sources, since totals are whole nanoseconds. */
static const double rounding = 1e-6, over = 1.01;

bool keep_times_clocks(const struct run *run, char *text, size_t bytes)
{
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        const double slack_ns = c->tick_ns > 0 ? 2 * c->tick_ns / fmax(c->inner_repetitions, 1) : 0;
        for (size_t k = 0; k < c->sample_count; k++) {
            const struct run_sample *sample = &c->samples[k];
            if (!(sample->gpu_ns > over * sample->wall_ns + slack_ns))
                continue;
            snprintf(text, bytes,
                     "sample %zu of '%s' took the device %.6g ns, for which the host waited %.6g "
                     "ns: its timestamps cannot be true; see `claimcheck selftest`",
                     k, c->name, sample->gpu_ns, sample->wall_ns);
            return true;
        }
    }
    return false;
}

/* Whether throttled samples of a launch count. */
static bool throttled_count(const struct run_case *c, uint32_t launch)
{
    return launch < c->launch_count ? c->launches[launch].throttled_count
                                    : c->clock.throttled_count;
}

/* False where a value that the file states is not that of the samples. */
static bool same(double stated, double own, double step_ns)
{
    return fabs(stated - own) <= rounding * fabs(own) + step_ns;
}

static bool summary_differs(const struct run_case *c, bool wall, double *values, char *text,
                            size_t bytes)
{
    const struct stats_summary *stated = wall ? &c->wall : &c->gpu;
    const double step_ns = 1 / fmax(c->inner_repetitions, 1);
    double least = INFINITY, greatest = 0;
    size_t count = 0;
    for (size_t k = 0; k < c->sample_count; k++) {
        const struct run_sample *sample = &c->samples[k];
        const double ns = wall ? sample->wall_ns : sample->gpu_ns;
        if (sample->throttled && !throttled_count(c, sample->launch))
            continue;
        values[count++] = ns;
        least = fmin(least, ns);
        greatest = fmax(greatest, ns);
    }
    if (stated->count == 0 || count == 0)
        return false;
    const double median = stats_median(values, count);
    if (stated->count == count && same(stated->median, median, step_ns) &&
        same(stated->minimum, least, step_ns) && same(stated->maximum, greatest, step_ns))
        return false;
    snprintf(text, bytes,
             "'%s' has a %s time of %.9g ns (%.9g to %.9g, %zu sample%s), and by its samples it is "
             "%.9g ns (%.9g to %.9g, %zu sample%s): the file was changed; measure again",
             c->name, wall ? "wall" : "GPU", stated->median, stated->minimum, stated->maximum,
             stated->count, plural(stated->count, "", "s"), median, least, greatest, count,
             plural(count, "", "s"));
    return true;
}

bool keep_times_differ(const struct run *run, char *text, size_t bytes)
{
    bool differ = false;
    for (size_t i = 0; i < run->case_count && run->summary.of == 0 && !differ; i++) {
        const struct run_case *c = &run->cases[i];
        double *values = stats_numbers(c->sample_count);
        differ = summary_differs(c, false, values, text, bytes) ||
                 summary_differs(c, true, values, text, bytes);
        free(values);
    }
    return differ;
}
