/* SPDX-License-Identifier: MIT */
/* bimodal_test.c: when values count as two groups, of many samples and of few launches. */
#include "harness/base/base.h"
#include "tests/draw.h"
#include "tests/unit.h"

enum { COUNT_MAX = 1000, TRIALS = 2000 };

static size_t bimodal_hits(uint64_t seed, size_t count, double (*draw)(uint64_t *),
                           bool (*judge)(const double *, size_t))
{
    uint64_t random = seed;
    double values[COUNT_MAX];
    size_t hits = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        for (size_t i = 0; i < count; i++)
            values[i] = draw(&random);
        hits += judge(values, count);
    }
    return hits;
}

typedef double draw_values(uint64_t *random);

/* Fails unless one in sixty series of a single group, at most, has two by the judge. */
static void assert_rare(uint64_t seed, const size_t *counts, size_t count_count,
                        draw_values *const draws[3], bool (*judge)(const double *, size_t))
{
    for (size_t i = 0; i < count_count; i++)
        for (size_t j = 0; j < 3; j++)
            assert_true(bimodal_hits(seed + j, counts[i], draws[j], judge) <= TRIALS / 60);
}

static double values_normal(uint64_t *random)
{
    return 100 + 5 * draw_normal(random);
}

static double values_uniform(uint64_t *random)
{
    return 100 + 10 * draw_uniform(random);
}

static double values_lognormal(uint64_t *random)
{
    return 100 * exp(0.2 * draw_normal(random));
}

static double values_two(uint64_t *random)
{
    return (draw_uniform(random) < 0.4 ? 100 : 110) + draw_normal(random);
}

TEST(test_bimodal_random)
{
    static const size_t counts[] = { 10, 15, 20, 30, 60, 200 };
    draw_values *const draws[] = { values_normal, values_uniform, values_lognormal };
    assert_rare(11, counts, sizeof(counts) / sizeof(counts[0]), draws, stats_bimodal);
    assert_int_equal(bimodal_hits(14, 100, values_normal, stats_bimodal), 0);
    assert_true(bimodal_hits(15, 10, values_two, stats_bimodal) >= TRIALS / 2);
    assert_true(bimodal_hits(16, 100, values_two, stats_bimodal) >= TRIALS - 1);
}

/* `low` values of `a` and the rest of `b`, each with its own small spread, shuffled together. */
static bool bimodal_of(size_t count, size_t low, double a, double b, double spread)
{
    double values[COUNT_MAX];
    for (size_t i = 0; i < count; i++) {
        size_t place = i * 7 % count; /* count is no multiple of 7 */
        values[place] = (i < low ? a : b) + spread * (double)(i % 3);
    }
    return stats_bimodal(values, count);
}

TEST(test_bimodal_rules)
{
    assert_true(bimodal_of(20, 10, 100, 110, 0.1));
    assert_true(bimodal_of(20, 4, 100, 110, 0.1));
    assert_false(bimodal_of(20, 3, 100, 110, 0.1));  /* under a fifth */
    assert_false(bimodal_of(20, 17, 100, 110, 0.1)); /* the other side */
    assert_true(bimodal_of(20, 16, 100, 110, 0.1));
    assert_false(bimodal_of(20, 10, 100, 101.9, 0.1)); /* means within 2 % */
    assert_true(bimodal_of(20, 10, 100, 102.5, 0.1));
    assert_false(bimodal_of(20, 10, 100, 110, 4)); /* D below 4 */
    assert_true(bimodal_of(10, 5, 100, 110, 0.1));
    assert_false(bimodal_of(9, 4, 100, 110, 0.1)); /* too few */
    assert_false(bimodal_of(20, 20, 100, 110, 0));
    assert_true(bimodal_of(20, 10, 1e9, 1.1e9, 1)); /* far from 0 */
    assert_false(stats_bimodal(NULL, 0));
}

/* Medians of launches: a fraction of a per cent between them, and 1 % between modes. */
static double draw_launch(uint64_t *random)
{
    return 100 + 0.5 * draw_normal(random);
}

static double draw_launch_uniform(uint64_t *random)
{
    return 100 + 5 * draw_uniform(random);
}

static double draw_launch_exponential(uint64_t *random)
{
    return 100 - 5 * log(1 - draw_uniform(random));
}

/* One group alone gives 1 in a hundred; two that lie far apart give nearly all. */
TEST(test_few_random)
{
    static const size_t counts[] = { 6, 7, 8, 9, 10, 12, 15, 20, 30 };
    draw_values *const draws[] = { draw_launch, draw_launch_uniform, draw_launch_exponential };
    assert_rare(21, counts, sizeof(counts) / sizeof(counts[0]), draws, stats_bimodal_few);
    uint64_t random = 31;
    size_t hits = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double medians[10];
        for (size_t i = 0; i < 10; i++)
            medians[i] = (i % 3 == 0 ? 98.5 : 100) + 0.1 * draw_normal(&random);
        hits += stats_bimodal_few(medians, 10);
    }
    assert_true(hits >= TRIALS * 9 / 10);
}

TEST(test_few_rules)
{
    static const struct {
        size_t count;
        double values[10];
        bool two;
    } rows[] = {
        { 10, { 100, 98.5, 100.1, 98.4, 100.05, 99.95, 98.45, 100, 99.9, 100.1 }, true },
        { 6, { 100, 100, 98, 98, 98, 100 }, true },
        { 5, { 100, 100, 98, 98, 98 }, false },            /* too few */
        { 6, { 100, 100, 100, 100, 100, 90 }, false },     /* an outlier is no group */
        { 6, { 100, 100, 100, 99.6, 99.6, 99.6 }, false }, /* within 0.5 % */
        { 6, { 100, 100, 100, 99.4, 99.4, 99.4 }, true },
        { 6, { 100, 100.4, 100.8, 97, 97.4, 97.2 }, false }, /* 2.6: not over 27 / 6 times 0.8 */
        { 6, { 100, 100, 100, 100, 100, 100 }, false },
        { 0, { 0 }, false },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (stats_bimodal_few(rows[i].values, rows[i].count) != rows[i].two)
            fail_msg("row %zu", i);
}
