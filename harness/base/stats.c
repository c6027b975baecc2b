/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DRIFT_VALUES_MAX = 200,
    BIMODAL_COUNT_MIN = 10,
    BIMODAL_FEW_MIN = 6,
};

static const double confidence_usual = 0.95;
static const double mad_to_sigma = 1.4826;
static const double outlier_score = 10.0;
static const double spread_floor = 0.001; /* of the median */
static const double few_gap = 27, few_distance = 0.005;

static const struct stats_interval interval_unknown = { NAN, NAN };

static int value_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void stats_sort(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert(!isnan(values[i]));
    if (count > 1)
        qsort(values, count, sizeof *values, value_compare);
}

/* Hoare's selection: a part that holds the rank is split about a pivot until all of it is equal. */
double stats_select(double *values, size_t count, size_t rank)
{
    assert(rank < count);
    size_t first = 0, last = count - 1;
    while (first < last) {
        const double pivot = values[first + (last - first) / 2];
        size_t i = first, j = last;
        for (;;) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i >= j)
                break;
            const double swap = values[i];
            values[i++] = values[j];
            values[j--] = swap;
        }
        /* Up to j nothing is above the pivot, behind it nothing below. */
        if (rank <= j)
            last = j;
        else
            first = j + 1;
    }
    return values[rank];
}

double *stats_numbers(size_t count)
{
    return need_zeroed(count + 1, sizeof(double));
}

/* NULL for none. */
static double *sorted_copy(const double *values, size_t count)
{
    if (count == 0)
        return NULL;
    double *sorted = stats_numbers(count);
    memcpy(sorted, values, count * sizeof *sorted);
    stats_sort(sorted, count);
    return sorted;
}

double stats_quantile_sorted(const double *sorted, size_t count, double quantile)
{
    assert(quantile >= 0 && quantile <= 1);
    if (count == 0)
        return NAN;
    double position = quantile * (double)(count - 1);
    size_t below = (size_t)position;
    double fraction = position - (double)below;
    if (fraction <= 0 || below + 1 >= count)
        return sorted[below];
    return sorted[below] + fraction * (sorted[below + 1] - sorted[below]);
}

double stats_median(const double *values, size_t count)
{
    OWNED double *sorted = sorted_copy(values, count);
    return sorted ? stats_quantile_sorted(sorted, count, 0.5) : NAN;
}

/* `values` are in the order of sampling, `sorted` the same in their own. */
static struct stats_interval interval_between(const double *values, const double *sorted,
                                              size_t count, double confidence)
{
    const double median = stats_quantile_sorted(sorted, count, 0.5);
    const double factor = stats_ranks_factor(values, count, median);
    size_t low, high;
    if (!stats_widened_ranks(count, confidence, factor, &low, &high))
        return interval_unknown;
    return (struct stats_interval){ sorted[low], sorted[high] };
}

struct stats_interval stats_median_interval(const double *values, size_t count, double confidence)
{
    OWNED double *sorted = sorted_copy(values, count);
    return sorted ? interval_between(values, sorted, count, confidence) : interval_unknown;
}

double stats_mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count > 0 ? sum / (double)count : NAN;
}

double stats_deviation(const double *values, size_t count)
{
    const double mean = stats_mean(values, count);
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
}

/* Median of the slopes between all pairs, per step of the index. */
static double theil_sen_slope(const double *values, size_t count)
{
    size_t points = count < DRIFT_VALUES_MAX ? count : DRIFT_VALUES_MAX;
    OWNED double *slopes = stats_numbers(points * (points - 1) / 2);
    size_t slope_count = 0;
    for (size_t i = 0; i < points; i++) {
        size_t first = i * (count - 1) / (points - 1);
        for (size_t j = i + 1; j < points; j++) {
            size_t second = j * (count - 1) / (points - 1);
            slopes[slope_count++] = (values[second] - values[first]) / (double)(second - first);
        }
    }
    stats_sort(slopes, slope_count);
    return stats_quantile_sorted(slopes, slope_count, 0.5);
}

/* Length of the lower group of the cut with the least variance within the groups. That is the cut
 * with the most variance between them, which needs only sums. */
static size_t best_cut(const double *sorted, size_t count)
{
    double centre = stats_quantile_sorted(sorted, count, 0.5), total = 0;
    for (size_t i = 0; i < count; i++)
        total += sorted[i] - centre;
    double lower = 0, best = -1;
    size_t cut = 0;
    for (size_t i = 1; i < count; i++) {
        lower += sorted[i - 1] - centre;
        double upper = total - lower;
        double between = lower * lower / (double)i + upper * upper / (double)(count - i);
        if (between > best) {
            best = between;
            cut = i;
        }
    }
    return cut;
}

static void group_moments(const double *values, size_t count, double *mean, double *variance)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] - values[0];
    *mean = values[0] + sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - *mean) * (values[i] - *mean);
    *variance = squares / (double)(count - 1);
}

static bool bimodal_sorted(const double *sorted, size_t count)
{
    if (count < BIMODAL_COUNT_MIN)
        return false;
    size_t cut = best_cut(sorted, count);
    if (5 * cut < count || 5 * (count - cut) < count)
        return false;
    double mean1, mean2, variance1, variance2;
    group_moments(sorted, cut, &mean1, &variance1);
    group_moments(sorted + cut, count - cut, &mean2, &variance2);
    double median = fabs(stats_quantile_sorted(sorted, count, 0.5));
    double floor2 = spread_floor * median * spread_floor * median;
    double distance = mean2 - mean1;
    double spread = sqrt((fmax(variance1, floor2) + fmax(variance2, floor2)) / 2);
    double limit = 4 * (1 + 10 / (double)count);
    return distance > limit * spread && distance > 0.02 * median;
}

bool stats_bimodal(const double *values, size_t count)
{
    OWNED double *sorted = sorted_copy(values, count);
    return sorted && bimodal_sorted(sorted, count);
}

bool stats_bimodal_few(const double *values, size_t count)
{
    const size_t least = count < 10 ? 2 : (count + 4) / 5;
    double gap = 0;
    size_t cut = 0;
    if (count < BIMODAL_FEW_MIN)
        return false;
    OWNED double *sorted = sorted_copy(values, count);
    for (size_t i = least; i + least <= count; i++)
        if (sorted[i] - sorted[i - 1] > gap) {
            gap = sorted[i] - sorted[i - 1];
            cut = i;
        }
    const double wider =
        cut > 0 ? fmax(sorted[cut - 1] - sorted[0], sorted[count - 1] - sorted[cut]) : INFINITY;
    const double median = fabs(stats_quantile_sorted(sorted, count, 0.5));
    return gap > few_gap / (double)count * wider && gap > few_distance * median;
}

/* Mean of Weber 2014: of 20 samples, the 3 lowest and the 3 highest do not count. */
static double trimmed_mean_sorted(const double *sorted, size_t count)
{
    const size_t trimmed = count * 3 / 20;
    double sum = 0.0;
    for (size_t i = trimmed; i < count - trimmed; i++)
        sum += sorted[i];
    return sum / (double)(count - 2 * trimmed);
}

struct stats_summary stats_summarize(const double *values, size_t count)
{
    struct stats_summary summary = {
        .count = count,
        .minimum = NAN,
        .quartile1 = NAN,
        .median = NAN,
        .quartile3 = NAN,
        .maximum = NAN,
        .interval = interval_unknown,
        .trimmed_mean = NAN,
        .mad = NAN,
    };
    OWNED double *sorted = sorted_copy(values, count);
    if (!sorted)
        return summary;
    summary.minimum = sorted[0];
    summary.quartile1 = stats_quantile_sorted(sorted, count, 0.25);
    summary.median = stats_quantile_sorted(sorted, count, 0.5);
    summary.quartile3 = stats_quantile_sorted(sorted, count, 0.75);
    summary.maximum = sorted[count - 1];
    summary.interval = interval_between(values, sorted, count, confidence_usual);
    summary.trimmed_mean = trimmed_mean_sorted(sorted, count);
    OWNED double *deviations = stats_numbers(count);
    for (size_t i = 0; i < count; i++)
        deviations[i] = fabs(sorted[i] - summary.median);
    stats_sort(deviations, count);
    summary.mad = stats_quantile_sorted(deviations, count, 0.5);
    const double reach =
        outlier_score * mad_to_sigma * fmax(summary.mad, spread_floor * fabs(summary.median));
    for (size_t i = 0; i < count; i++)
        summary.outliers += deviations[i] > reach;
    if (count >= 3 && summary.median != 0)
        summary.drift = theil_sen_slope(values, count) * (double)(count - 1) / summary.median;
    summary.bimodal = bimodal_sorted(sorted, count);
    return summary;
}

struct stats_ratio stats_paired_ratio(const double *a, const double *b, size_t pairs)
{
    struct stats_ratio ratio = { .pairs = pairs, .ratio = NAN, .interval = interval_unknown };
    if (pairs == 0)
        return ratio;
    OWNED double *logs = stats_numbers(pairs);
    for (size_t i = 0; i < pairs; i++) {
        assert(a[i] > 0 && b[i] > 0);
        logs[i] = log(a[i] / b[i]);
    }
    OWNED double *sorted = sorted_copy(logs, pairs);
    ratio.ratio = exp(stats_quantile_sorted(sorted, pairs, 0.5));
    struct stats_interval interval = interval_between(logs, sorted, pairs, confidence_usual);
    ratio.interval.low = exp(interval.low);
    ratio.interval.high = exp(interval.high);
    return ratio;
}

/* Ranks: the order statistics that an interval of the median lies between. */

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

/* Launches ------------------------------------------------------------------------------------- */

struct launch_stats launch_stats_launches(const double *values, size_t launches)
{
    struct launch_stats between = { launches, NAN, { NAN, NAN }, NAN, false };
    size_t low = 0, high = launches - 1;
    OWNED double *sorted = sorted_copy(values, launches);
    if (!sorted)
        return between;
    between.median = stats_quantile_sorted(sorted, launches, 0.5);
    if (launches > 1) {
        stats_median_ranks(launches, 0.95, &low, &high);
        between.interval = (struct stats_interval){ sorted[low], sorted[high] };
        double probability = exp2(-(double)launches), miss = 0;
        for (size_t rank = 0; rank <= low; rank++) {
            miss += 2 * probability;
            probability *= (double)(launches - rank) / (double)(rank + 1);
        }
        between.confidence = 1 - miss;
    }
    between.bimodal = stats_bimodal_few(sorted, launches);
    return between;
}
