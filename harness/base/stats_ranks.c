/* SPDX-License-Identifier: MIT */
/* stats_ranks.c: which order statistics an interval of the median lies between. */
#include "harness/base/stats.h"

#include <assert.h>
#include <math.h>

enum { BINOMIAL_EXACT_MAX = 1000 /* 0.5^n is a normal double up to here */ };

static const double rank_rounding = 1e-9; /* of a rank that a factor of 1 leaves where it is */

/* First rank whose binomial probability matters, and that probability. */
static size_t binomial_start(size_t count, double *probability)
{
    if (count <= BINOMIAL_EXACT_MAX) {
        *probability = ldexp(1.0, -(int)count);
        return 0;
    }
    /* 36 standard deviations below the mean: all before it is less than 1e-280. */
    double n = (double)count, start = fmax(0, floor(n / 2 - 18 * sqrt(n)));
    int sign;
    *probability = exp(lgamma_r(n + 1, &sign) - lgamma_r(start + 1, &sign) -
                       lgamma_r(n - start + 1, &sign) - n * log(2.0));
    return (size_t)start;
}

bool stats_median_ranks(size_t count, double confidence, size_t *low, size_t *high)
{
    assert(confidence > 0 && confidence < 1);
    /* Ranks k and count - 1 - k miss the median when at most k values lie on one side of it. */
    double probability, miss = 0;
    size_t rank = binomial_start(count, &probability);
    bool found = false;
    for (; 2 * rank + 1 < count; rank++) {
        miss += 2 * probability;
        if (miss > 1 - confidence)
            break;
        *low = rank;
        found = true;
        probability = probability * (double)(count - rank) / (double)(rank + 1);
    }
    if (found)
        *high = count - 1 - *low;
    return found;
}

static int sign_about(double value, double median)
{
    return (value > median) - (value < median);
}

double stats_ranks_factor(const double *values, size_t count, double median)
{
    double signs = 0, sum = 0;
    for (size_t i = 0; i < count; i++)
        signs += values[i] != median;
    for (size_t lag = 1; lag < count && signs > 0; lag++) {
        long same = 0; /* pairs on one side of the median, less those on both */
        for (size_t i = lag; i < count; i++)
            same += sign_about(values[i - lag], median) * sign_about(values[i], median);
        const double correlation = (double)same / signs + 1 / (double)count;
        if (correlation <= 0)
            break;
        sum += correlation;
    }
    return sqrt(1 + 2 * sum);
}

bool stats_widened_ranks(size_t count, double confidence, double factor, size_t *low, size_t *high)
{
    assert(factor >= 1);
    if (!stats_median_ranks(count, confidence, low, high))
        return false;
    const double centre = (double)(count - 1) / 2;
    const double wanted = centre - factor * (centre - (double)*low);
    *low = (size_t)fmax(0, floor(wanted + rank_rounding));
    *high = count - 1 - *low;
    return true;
}
