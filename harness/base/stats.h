/* SPDX-License-Identifier: MIT */
/*
 * stats.h: pure functions on arrays of double. No input or output, no allocation that outlives a
 * call. No value may be NAN.
 *
 * Samples are never deleted: outliers are counted. Nothing here assumes a distribution, nor
 * intervals that samples are independent: stats_ranks_factor(). What an interval covers is what
 * varied while these very values were taken, within one process.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_STATS_H
#define CLAIMCHECK_HARNESS_BASE_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct stats_interval {
    double low, high; /* both NAN when the sample is too small for the confidence asked for */
};

struct stats_summary {
    size_t count;
    double minimum, quartile1, median, quartile3, maximum;
    struct stats_interval interval; /* of the median, 95 %; see stats_median_interval() */
    double trimmed_mean;            /* of the middle: 3 of 20 left out at either end */
    double mad;                     /* median absolute deviation from the median, unscaled */
    /* Relative change from the first sample to the last, by Theil and Sen: the median of the slopes
     * between all pairs (of at most 200 evenly spaced values), times count - 1, over the median. 0
     * for fewer than 3 values or a median of 0. */
    double drift;
    size_t outliers; /* |x - median| > 10 * 1.4826 * mad, with mad at least 0.1 % of the median */
    bool bimodal;    /* see stats_bimodal() */
};

/* Room for so many numbers, malloc'ed. */
double *stats_numbers(size_t count);

/* Sorts ascending. Asserts that no value is NAN. */
void stats_sort(double *values, size_t count);

/* The value that sorting would put at `rank`, in time linear in count; values change places. */
double stats_select(double *values, size_t count, size_t rank);

/* Quantile 0..1 of sorted values, linear between order statistics (type 7 of Hyndman and Fan 1996).
 * NAN for count 0. */
double stats_quantile_sorted(const double *sorted, size_t count, double quantile);

/* Median of values in any order. NAN for count 0. */
double stats_median(const double *values, size_t count);

/*
 * Ranks (0-based, both inclusive) of the narrowest symmetric pair of order statistics that covers
 * the median of independent values with at least `confidence`, from the binomial distribution with
 * p = 1/2. False when no pair does (6 values are needed for 95 %).
 */
bool stats_median_ranks(size_t count, double confidence, size_t *low, size_t *high);

/*
 * By how much the correlation of the values in time draws the ranks of an interval of the median
 * apart: 1 at least. values are in the order of sampling; gaps in it count as none.
 *
 * The interval rests on how many values lie below the median. That number has the variance n / 4
 * when values are independent, and n / 4 * (1 + 2 sum r_l) when they are not, r_l being the
 * correlation of sign(x_i - median) and sign(x_(i+l) - median): so the factor is the square root of
 * that (Sen 1968, of the quantiles of m-dependent processes; Gastwirth and Rubin 1975). r_l is
 * estimated about the values' own median, which makes it too small by 1 / n (Marriott and Pope
 * 1954), so 1 / n is added to each; the sum goes over the first lags, up to the first whose r_l is
 * not positive. Values that equal the median have no sign.
 *
 * tests/base/coverage_test.c measures its coverage, which docs/methods.md shows: of
 * 30 values at least 93 % when they are independent, 90 % with a correlation of .5 from one to the
 * next, 83 % with .8. Values that stay on one side for longer than the series lasts look like a
 * median, and nothing in them says otherwise; a drift makes the interval wide.
 */
double stats_ranks_factor(const double *values, size_t count, double median);

/* Widens the ranks of stats_median_ranks() by the factor, away from the centre to whole ranks, at
 * most to the extremes. The extremes may hold the median with less than `confidence`. */
bool stats_widened_ranks(size_t count, double confidence, double factor, size_t *low, size_t *high);

/* Distribution-free interval of the median, of values in the order of sampling: widened by their
 * own factor. Both ends NAN when there is none. */
struct stats_interval stats_median_interval(const double *values, size_t count, double confidence);

/* The mean, NAN for count 0, and the standard deviation of a sample, over count - 1, NAN for fewer
 * than 2 values: for programs that compare by them. Nothing here judges by either. */
double stats_mean(const double *values, size_t count);
double stats_deviation(const double *values, size_t count);

/*
 * True when the values fall into two groups, as times do when the clock changes half-way. The
 * values are cut in two where the variance within the groups is least; they are bimodal when all of
 * this holds:
 *
 *   each group has at least 20 % of the values;
 *   Ashman's D = |m1 - m2| / sqrt((s1^2 + s2^2) / 2) is above 4 * (1 + 10 / count), m and s being
 *   mean and standard deviation of a group, s at least 0.1 % of the overall median, so that a
 * coarse timer does not make every step a group; the means differ by more than 2 % of the overall
 * median.
 *
 * Ashman's limit is 4; but the cut is chosen to look good, which in small samples of one group
 * alone lifts D above 4 (in 19 % of normal samples of 10, 39 % of uniform ones). With the term in
 * count it is 1 % at most for either, whatever the count. False for fewer than 10 values.
 */
bool stats_bimodal(const double *values, size_t count);

/*
 * The same of few values, of which each is the median of many samples: one per launch, say. The
 * values are cut in two at the widest gap that leaves a fifth of them on either side, and 2 at
 * least; they are bimodal when that gap is
 *
 *   more than 27 / count times as wide as the wider of the two groups, from end to end;
 *   more than 0.5 % of the overall median.
 *
 * With the term in count it is 1 % at most of normal and of uniform samples, and about that of
 * exponential ones (count 6 to 30). False for fewer than 6 values.
 */
bool stats_bimodal_few(const double *values, size_t count);

/* All of the above. values are in the order of sampling. */
struct stats_summary stats_summarize(const double *values, size_t count);

struct stats_ratio {
    size_t pairs;
    double ratio;                   /* exp of the median of log(a[i] / b[i]) */
    struct stats_interval interval; /* 95 %, as stats_median_interval() of those logarithms */
};

/* Paired ratio of two series that were sampled in the same rounds, in the order of rounds. Asserts
 * that all values are > 0. ratio is NAN for 0 pairs. */
struct stats_ratio stats_paired_ratio(const double *a, const double *b, size_t pairs);

#endif
