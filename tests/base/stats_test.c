/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/draw.h"
#include "tests/unit.h"

enum { COUNT_MAX = 1000 };

static void assert_near(double actual, double expected, double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", actual, expected, tolerance);
}

TEST(test_sort)
{
    double values[] = { 3, -1, 2, 2, INFINITY, -INFINITY, 0 };
    const double expected[] = { -INFINITY, -1, 0, 2, 2, 3, INFINITY };
    stats_sort(values, 7);
    assert_memory_equal(values, expected, sizeof expected);
    stats_sort(NULL, 0);
}

/* The result equals that of sorting, with ties, sorted and reversed values, and after other
 * selections. */
TEST(test_select)
{
    static double values[COUNT_MAX], sorted[COUNT_MAX];
    uint64_t random = 3;
    for (int trial = 0; trial < 300; trial++) {
        const size_t count = 1 + (size_t)(draw_uniform(&random) * 60);
        const double kinds = floor(1 + 100 * draw_uniform(&random) * draw_uniform(&random));
        for (size_t i = 0; i < count; i++)
            values[i] = trial % 3 == 0   ? floor(draw_uniform(&random) * kinds)
                        : trial % 3 == 1 ? (double)i
                                         : (double)(count - i);
        memcpy(sorted, values, sizeof values);
        stats_sort(sorted, count);
        for (size_t rank = 0; rank < count; rank++)
            assert_true(stats_select(values, count, rank) == sorted[rank]);
        const size_t again = (size_t)(draw_uniform(&random) * (double)count);
        assert_true(stats_select(values, count, again) == sorted[again]);
        stats_sort(values, count);
        assert_memory_equal(values, sorted, count * sizeof *values);
    }
}

TEST(test_quantiles)
{
    /* By hand, position q * (n - 1): R's quantile(c(1, 2, 4, 8, 16, 32), type = 7). */
    const double sorted[] = { 1, 2, 4, 8, 16, 32 };
    assert_near(stats_quantile_sorted(sorted, 6, 0), 1, 0);
    assert_near(stats_quantile_sorted(sorted, 6, 0.25), 2.5, 1e-15);
    assert_near(stats_quantile_sorted(sorted, 6, 0.5), 6, 1e-15);
    assert_near(stats_quantile_sorted(sorted, 6, 0.75), 14, 1e-14);
    assert_near(stats_quantile_sorted(sorted, 6, 0.9), 24, 1e-14);
    assert_near(stats_quantile_sorted(sorted, 6, 1), 32, 0);
    assert_near(stats_quantile_sorted(sorted, 1, 0.75), 1, 0);
    assert_true(isnan(stats_quantile_sorted(sorted, 0, 0.5)));
}

TEST(test_median)
{
    const double values[] = { 9, 1, 5, 7, 100 };
    assert_near(stats_median(values, 5), 7, 0);
    assert_near(stats_median(values, 4), 6, 0);
    assert_near(stats_median(values, 1), 9, 0);
    assert_true(isnan(stats_median(values, 0)));
    assert_near(values[0], 9, 0);
}

/* P(lo < B <= n - 1 - lo) of the binomial distribution, from Pascal's triangle in integers. */
static double pascal_coverage(size_t count, size_t low)
{
    uint64_t line[64] = { 1 };
    for (size_t n = 1; n <= count; n++)
        for (size_t i = n; i > 0; i--)
            line[i] += line[i - 1];
    uint64_t inside = 0;
    for (size_t i = low + 1; i <= count - 1 - low; i++)
        inside += line[i];
    return (double)inside / (double)(UINT64_C(1) << count);
}

TEST(test_ranks_small)
{
    size_t low, high;
    for (size_t count = 0; count < 6; count++)
        assert_false(stats_median_ranks(count, 0.95, &low, &high));
    for (size_t count = 6; count <= 50; count++) {
        assert_true(stats_median_ranks(count, 0.95, &low, &high));
        assert_int_equal(low + high, count - 1);
        assert_true(pascal_coverage(count, low) >= 0.95);
        assert_true(pascal_coverage(count, low + 1) < 0.95);
    }
    assert_true(stats_median_ranks(6, 0.95, &low, &high));
    assert_int_equal(low, 0);
    assert_int_equal(high, 5);
    /* The coverage of the extremes of 6 values is 1 - 2 / 64 exactly; it counts as reached. */
    assert_true(stats_median_ranks(6, 0.96875, &low, &high));
    assert_false(stats_median_ranks(6, 0.96876, &low, &high));
    assert_true(stats_median_ranks(8, 0.99, &low, &high));
    assert_int_equal(low, 0);
    assert_false(stats_median_ranks(7, 0.99, &low, &high));
    assert_true(stats_median_ranks(3, 0.5, &low, &high));
    assert_int_equal(low, 0);
}

TEST(test_ranks_published)
{
    /* Table A of Conover's Practical Nonparametric Statistics and others; from 999 on exact sums of
     * integers in Python. */
    static const size_t ranks[][2] = {
        { 8, 0 },        { 9, 1 },         { 10, 1 },         { 12, 2 },      { 15, 3 },
        { 20, 5 },       { 25, 7 },        { 30, 9 },         { 40, 13 },     { 50, 17 },
        { 100, 39 },     { 999, 468 },     { 1001, 469 },     { 5000, 2430 }, { 10001, 4901 },
        { 20000, 9860 }, { 99999, 49689 }, { 100000, 49689 },
    };
    size_t low, high;
    for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
        assert_true(stats_median_ranks(ranks[i][0], 0.95, &low, &high));
        assert_int_equal(low, ranks[i][1]);
        assert_int_equal(high, ranks[i][0] - 1 - low);
    }
    /* Normal approximation: 7.13 standard deviations hold all but 1e-12. */
    assert_true(stats_median_ranks(100000, 1 - 1e-12, &low, &high));
    assert_near((double)low, 50000 - 7.13 * sqrt(100000) / 2, 5);
}

TEST(test_interval)
{
    const double values[] = { 10, 3, 7, 1, 8, 5, 2, 9, 4, 6 };
    struct stats_interval interval = stats_median_interval(values, 10, 0.95);
    assert_near(interval.low, 2, 0);
    assert_near(interval.high, 9, 0);
    interval = stats_median_interval(values, 5, 0.95);
    assert_true(isnan(interval.low) && isnan(interval.high));
    interval = stats_median_interval(values, 0, 0.95);
    assert_true(isnan(interval.low) && isnan(interval.high));
}

TEST(test_interval_contains_median)
{
    uint64_t random = 1;
    double values[COUNT_MAX];
    for (int trial = 0; trial < 2000; trial++) {
        size_t count = 6 + (size_t)(draw_uniform(&random) * 200);
        for (size_t i = 0; i < count; i++)
            values[i] = floor(exp(2 * draw_normal(&random)) * 10);
        struct stats_interval interval = stats_median_interval(values, count, 0.95);
        double median = stats_median(values, count);
        assert_true(interval.low <= median && median <= interval.high);
    }
}

/* Worked by hand: the sums of products of signs are 7, 4, 1 and -2 at lags 1 to 4, of ten signs. */
TEST(test_factor)
{
    const double rising[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    assert_near(stats_ranks_factor(rising, 10, 5.5), sqrt(1 + 2 * (0.8 + 0.5 + 0.2)), 1e-14);
    const double falling[] = { -1, -2, -3, -4, -5, -6, -7, -8, -9, -10 };
    assert_near(stats_ranks_factor(falling, 10, -5.5), 2, 1e-14);
    const double turns[] = { 1, 9, 2, 8, 3, 7 };
    assert_near(stats_ranks_factor(turns, 6, 5), 1, 0);
    /* The middle has no sign: of four, the sum is 2 at lag 1, -1 at lag 2. */
    const double five[] = { 1, 2, 3, 4, 5 };
    assert_near(stats_ranks_factor(five, 5, 3), sqrt(1 + 2 * (2.0 / 4 + 0.2)), 1e-14);
    const double same[] = { 4, 4, 4, 4, 4, 4, 4, 4 };
    assert_near(stats_ranks_factor(same, 8, 4), 1, 0);
    assert_near(stats_ranks_factor(same, 1, 4), 1, 0);
    assert_near(stats_ranks_factor(same, 0, NAN), 1, 0);
}

TEST(test_widened_ranks)
{
    size_t low, high, plain_low, plain_high;
    assert_true(stats_widened_ranks(30, 0.95, 1, &low, &high)); /* 9, 20 */
    assert_int_equal(low, 9);
    assert_true(stats_widened_ranks(30, 0.95, 1.01, &low, &high)); /* to whole ranks, outwards */
    assert_int_equal(low, 8);
    assert_true(stats_widened_ranks(30, 0.95, 2, &low, &high)); /* 14.5 - 2 * 5.5 = 3.5 */
    assert_int_equal(low, 3);
    assert_int_equal(high, 26);
    assert_true(stats_widened_ranks(30, 0.95, 3, &low, &high)); /* no further than the extremes */
    assert_int_equal(low, 0);
    assert_int_equal(high, 29);
    assert_false(stats_widened_ranks(5, 0.95, 1, &low, &high));
    for (size_t count = 6; count <= 2000; count++) {
        assert_true(stats_median_ranks(count, 0.95, &plain_low, &plain_high));
        assert_true(stats_widened_ranks(count, 0.95, 1, &low, &high));
        assert_int_equal(low, plain_low);
        assert_int_equal(high, plain_high);
    }
}

/* Equal values in another order: a slow change says less than it seems. */
TEST(test_interval_by_order)
{
    double mixed[30], rising[30];
    for (size_t i = 0; i < 30; i++) {
        rising[i] = 100 + (double)i;
        mixed[i] = 100 + (double)(i * 11 % 30);
    }
    const struct stats_interval narrow = stats_median_interval(mixed, 30, 0.95);
    const struct stats_interval wide = stats_median_interval(rising, 30, 0.95);
    assert_near(narrow.low, 109, 0);
    assert_near(narrow.high, 120, 0);
    assert_near(wide.low, 100, 0);
    assert_near(wide.high, 129, 0);
    assert_near(stats_summarize(mixed, 30).interval.low, narrow.low, 0);
    assert_near(stats_summarize(rising, 30).interval.high, wide.high, 0);
    double ones[30];
    for (size_t i = 0; i < 30; i++)
        ones[i] = 1;
    assert_near(stats_paired_ratio(mixed, ones, 30).interval.low, narrow.low, 1e-11);
    assert_near(stats_paired_ratio(rising, ones, 30).interval.low, wide.low, 1e-11);
    assert_near(stats_paired_ratio(rising, mixed, 30).ratio *
                    stats_paired_ratio(mixed, rising, 30).ratio,
                1, 1e-12);
}

/* Worked by hand: the squares about 5 are 9, 1, 1, 1, 0, 0, 4 and 16, together 32. */
TEST(test_mean)
{
    const double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
    assert_near(stats_mean(values, 8), 5, 0);
    assert_near(stats_deviation(values, 8), sqrt(32.0 / 7), 1e-15);
    assert_near(stats_mean(values, 1), 2, 0);
    assert_near(stats_deviation(values + 1, 2), 0, 0);
    assert_true(isnan(stats_deviation(values, 1)) && isnan(stats_deviation(NULL, 0)));
    assert_true(isnan(stats_mean(NULL, 0)));
}

TEST(test_mad)
{
    const double values[] = { 1, 1, 2, 2, 4, 6, 9 };
    assert_near(stats_summarize(values, 7).mad, 1, 0);
    assert_near(stats_summarize(values, 1).mad, 0, 0);
    const double even[] = { 10, 0, 4, 1 }; /* median 2.5; deviations 1.5 1.5 2.5 7.5 */
    assert_near(stats_summarize(even, 4).mad, 2, 1e-15);
    assert_true(isnan(stats_summarize(values, 0).mad));
}

TEST(test_drift)
{
    double values[COUNT_MAX];
    for (size_t i = 0; i < COUNT_MAX; i++)
        values[i] = 95 + 10.0 * (double)i / (COUNT_MAX - 1);
    assert_near(stats_summarize(values, COUNT_MAX).drift, 0.1, 1e-12);
    for (size_t i = 0; i < COUNT_MAX; i += 7)
        values[i] *= 50; /* a seventh of wild values moves the slope little */
    assert_near(stats_summarize(values, COUNT_MAX).drift, 0.1, 0.03);
    for (size_t i = 0; i < COUNT_MAX; i++)
        values[i] = 105 - 10.0 * (double)i / (COUNT_MAX - 1);
    assert_near(stats_summarize(values, COUNT_MAX).drift, -0.1, 1e-12);
    const double three[] = { 1, 2, 3 };
    assert_near(stats_summarize(three, 3).drift, 1, 1e-15);
    assert_near(stats_summarize(three, 2).drift, 0, 0);
    assert_near(stats_summarize(three, 0).drift, 0, 0);
    const double zero[] = { -1, 0, 1 };
    assert_near(stats_summarize(zero, 3).drift, 0, 0);
    const double few[] = { 10, 11, 15, 12 }; /* slopes 1 2.5 2/3 4 0.5 -3: median 5/6 */
    assert_near(stats_summarize(few, 4).drift, 3 * (5.0 / 6) / 11.5, 1e-12);
}

TEST(test_summary)
{
    double values[] = { 12, 10, 11, 13, 9, 10, 11, 12, 10, 200 };
    struct stats_summary summary = stats_summarize(values, 10);
    assert_int_equal(summary.count, 10);
    assert_near(summary.minimum, 9, 0);
    assert_near(summary.quartile1, 10, 1e-14);
    assert_near(summary.median, 11, 1e-14);
    assert_near(summary.quartile3, 12, 1e-14);
    assert_near(summary.maximum, 200, 0);
    assert_near(summary.interval.low, 10, 0);
    assert_near(summary.interval.high, 13, 0);
    assert_near(summary.trimmed_mean, 11.125, 1e-14); /* without 9 and 200 */
    assert_near(summary.mad, 1, 1e-14);
    assert_int_equal(summary.outliers, 1);
    assert_false(summary.bimodal);
    const double powers[] = { 32, 1, 8, 2, 16, 4 };
    assert_near(stats_summarize(powers, 6).quartile1, 2.5, 1e-14);
    assert_near(stats_summarize(powers, 6).quartile3, 14, 1e-14);
    values[9] = 25; /* 14 off, 14.826 is the reach */
    assert_int_equal(stats_summarize(values, 10).outliers, 0);
}

TEST(test_summary_edges)
{
    struct stats_summary summary = stats_summarize(NULL, 0);
    assert_int_equal(summary.count, 0);
    assert_true(isnan(summary.median) && isnan(summary.trimmed_mean) && isnan(summary.mad) &&
                isnan(summary.interval.low));
    double same[20];
    for (size_t i = 0; i < 20; i++)
        same[i] = 1000;
    same[3] = 1000.0001; /* rounding in the last place is no outlier, though mad is 0 */
    summary = stats_summarize(same, 20);
    assert_int_equal(summary.outliers, 0);
    assert_near(summary.drift, 0, 0);
    assert_near(summary.interval.low, 1000, 0);
    same[3] = 1020;
    assert_int_equal(stats_summarize(same, 20).outliers, 1);
}

TEST(test_ratio)
{
    double a[9], b[9];
    for (size_t i = 0; i < 9; i++) {
        b[i] = 10 + (double)i * (double)i;
        a[i] = b[i] * (2 + 0.1 * (double)((i * 4) % 9));
    }
    struct stats_ratio ratio = stats_paired_ratio(a, b, 9);
    assert_int_equal(ratio.pairs, 9);
    assert_near(ratio.ratio, 2.4, 1e-12);
    assert_near(ratio.interval.low, 2.1, 1e-12);
    assert_near(ratio.interval.high, 2.7, 1e-12);
    struct stats_ratio inverse = stats_paired_ratio(b, a, 9);
    assert_near(inverse.ratio, 1 / 2.4, 1e-12);
    assert_near(inverse.interval.low, 1 / 2.7, 1e-12);
    const double two_a[] = { 2, 8 }, two_b[] = { 1, 1 };
    ratio = stats_paired_ratio(two_a, two_b, 2);
    assert_near(ratio.ratio, 4, 1e-12); /* geometric mean of the middle pair */
    assert_true(isnan(ratio.interval.low) && isnan(ratio.interval.high));
    ratio = stats_paired_ratio(NULL, NULL, 0);
    assert_int_equal(ratio.pairs, 0);
    assert_true(isnan(ratio.ratio));
}
