/* SPDX-License-Identifier: MIT */
/*
 * stats.h: pure functions on arrays of double. No input or output, no allocation that outlives a
 * call.
 *
 * Samples are never deleted: outliers are counted. Nothing here assumes a distribution.
 */
#ifndef CLAIMCHECK_HARNESS_STATS_H
#define CLAIMCHECK_HARNESS_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct stats_interval {
    double low, high; /* both NAN when the sample is too small for the confidence asked for */
};

struct stats_summary {
    size_t count;
    double minimum, quartile1, median, quartile3, maximum;
    struct stats_interval interval; /* of the median, 95 %, distribution-free */
    double mad;                     /* median absolute deviation from the median, unscaled */
    double drift;    /* Theil-Sen slope over the order of sampling, first to last, relative to the
                        median */
    size_t outliers; /* modified z-score above 10: |x - median| > 10 * 1.4826 * mad */
    bool bimodal;    /* see stats_bimodal() */
};

/* Sorts ascending. Asserts that no value is NaN. */
void stats_sort(double *values, size_t count);

/* Quantile 0..1 of sorted values, linear between order statistics (type 7 of Hyndman and Fan 1996).
 * NAN for count 0. */
double stats_quantile_sorted(const double *sorted, size_t count, double quantile);

/* Median of values in any order. NAN for count 0, or when memory runs out. */
double stats_median(const double *values, size_t count);

/*
 * Ranks (0-based, both inclusive) of the narrowest symmetric pair of order statistics that covers
 * the median with at least `confidence`, from the binomial distribution with p = 1/2. False when no
 * pair does (6 values are needed for 95 %).
 */
bool stats_median_ranks(size_t count, double confidence, size_t *low, size_t *high);

/* Distribution-free interval of the median of values in any order. */
struct stats_interval stats_median_interval(const double *values, size_t count, double confidence);

double stats_mad(const double *values, size_t count);

/*
 * Theil-Sen: median of the slopes between all pairs (of at most 200 evenly spaced values), times
 * count - 1, over the median: the relative change from the first sample to the last. 0 for fewer
 * than 3 values or a median of 0.
 */
double stats_drift(const double *values, size_t count);

/*
 * True when the values fall into two groups: the split of least within-group variance leaves at
 * least 20 % on either side, Ashman's D = |m1 - m2| / sqrt((s1^2 + s2^2) / 2) is above 4
 * (within-group spreads floored at the timer's own grain would be meaningless, so a floor of 0.1 %
 * of the median is used), and the means differ by more than 2 % of the median. Needs at least 10
 * values.
 */
bool stats_bimodal(const double *values, size_t count);

/* All of the above. values are in the order of sampling. */
struct stats_summary stats_summarize(const double *values, size_t count);

struct stats_ratio {
    size_t pairs;
    double ratio;                   /* exp of the median of log(a[i] / b[i]) */
    struct stats_interval interval; /* 95 %, distribution-free */
};

/* Paired ratio of two series that were sampled in the same rounds. All values > 0. ratio is NAN for
 * 0 pairs. */
struct stats_ratio stats_paired_ratio(const double *a, const double *b, size_t pairs);

#endif
