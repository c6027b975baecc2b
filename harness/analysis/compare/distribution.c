/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"

#include <math.h>

enum { BINS_MIN = 4 };

static double time_of(const struct run_case *c, size_t i)
{
    return c->by_wall ? c->samples[i].wall_ns : c->samples[i].gpu_ns;
}

void distribution_find(struct distribution *distribution, const struct run_case *c)
{
    double least = INFINITY, greatest = -INFINITY;
    *distribution = (struct distribution){ .count = 0 };
    for (size_t i = 0; i < c->sample_count; i++) {
        least = fmin(least, time_of(c, i));
        greatest = fmax(greatest, time_of(c, i));
    }
    if (c->sample_count < 2 || !(greatest > least))
        return;
    const double root = ceil(sqrt((double)c->sample_count));
    distribution->count = (size_t)fmin(DISTRIBUTION_BINS_MAX, fmax(BINS_MIN, root));
    const double width = (greatest - least) / (double)distribution->count;
    for (size_t i = 0; i < distribution->count; i++) {
        distribution->bins[i].low_ns = least + (double)i * width;
        distribution->bins[i].high_ns = least + (double)(i + 1) * width;
    }
    for (size_t i = 0; i < c->sample_count; i++) {
        const size_t bin = (size_t)((time_of(c, i) - least) / width);
        distribution->bins[bin < distribution->count ? bin : distribution->count - 1].times++;
    }
}
