/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/random.h"
#include "tests/unit.h"

static const double ten[] = { 7, 3, 10, 1, 9, 4, 6, 2, 8, 5 };

/* Ranks from 1, as tables of order statistics have them. */
TEST(test_ranks)
{
    static const struct {
        size_t launches;
        double low, high, confidence;
    } wanted[] = {
        { 2, 3, 7, 0.5 },     { 3, 3, 10, 0.75 },    { 4, 1, 10, 0.875 },
        { 5, 1, 10, 0.9375 }, { 6, 1, 10, 0.96875 }, { 10, 2, 9, 1 - 22.0 / 1024 },
    };
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        const struct launch_stats between = launch_stats_launches(ten, wanted[i].launches);
        assert_int_equal(between.launches, wanted[i].launches);
        assert_true(between.interval.low == wanted[i].low);
        assert_true(between.interval.high == wanted[i].high);
        assert_true(fabs(between.confidence - wanted[i].confidence) < 1e-12);
    }
    assert_true(launch_stats_launches(ten, 10).median == 5.5);
    assert_true(launch_stats_launches(ten, 3).median == 7);
}

TEST(test_too_few)
{
    const struct launch_stats one = launch_stats_launches(ten, 1),
                              none = launch_stats_launches(ten, 0);
    assert_true(one.median == 7 && isnan(one.interval.low) && isnan(one.confidence));
    assert_true(isnan(none.median) && isnan(none.interval.high) && none.launches == 0);
}

/* Whether a process was dealt one placement or another. */
TEST(test_modes)
{
    const double two[] = { 100, 98.5, 100.1, 98.4, 100.05, 99.95, 98.45, 100, 99.9, 100.1 };
    assert_true(launch_stats_launches(two, 10).bimodal);
    assert_false(launch_stats_launches(two, 5).bimodal); /* too few to tell */
    assert_false(launch_stats_launches(ten, 10).bimodal);
    assert_false(launch_stats_launches(ten, 0).bimodal);
}

/* Independent launches: the interval holds the median of all as often as it says. */
TEST(test_coverage)
{
    enum { TRIALS = 20000, LAUNCHES_MAX = 20 };
    uint64_t random = 7;
    for (size_t launches = 2; launches <= LAUNCHES_MAX; launches++) {
        double values[LAUNCHES_MAX], confidence = 0;
        int held = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            for (size_t i = 0; i < launches; i++)
                values[i] = (double)(random_next(&random) >> 11) * 0x1p-53 - 0.5;
            const struct launch_stats between = launch_stats_launches(values, launches);
            held += between.interval.low <= 0 && between.interval.high >= 0;
            confidence = between.confidence;
        }
        assert_true(launches < 6 || confidence >= 0.95);
        assert_true(fabs((double)held / TRIALS - confidence) < 0.015);
    }
}
