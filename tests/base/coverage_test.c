/* SPDX-License-Identifier: MIT */
/*
 * coverage_test.c: how often the 95 % intervals of median and paired ratio hold the truth, on
 * series whose truth is known, and how wide they are for it.
 *
 *   coverage_test --print     the tables of docs/methods.md; printed.sh of tests/rules sees to it
 */
#include "harness/base/base.h"
#include "tests/draw.h"
#include "tests/made_result.h"
#include "tests/unit.h"

enum { TRIALS = 4000, COUNT_MAX = 100, COUNTS = 3, STOP_MAX = 300 };

static const size_t counts[COUNTS] = { 10, 30, 100 };
static const double confidence = 0.95;
static const double unit = 0.02; /* of a time, as a share of it, to a step of 1 of a series */
static const double drift = 4;   /* from the first value to the last, in standard deviations */
static const double mode_distance = 6, spike_share = 0.05, spike_least = 10;
/* Median of a normal value that one in twenty lifts above all others: the quantile 0.5 / 0.95. */
static const double spiked_median = 0.066012;

struct series {
    const char *name;
    double correlation; /* of a value with the one before; that of normal values, where tails are
                           heavier */
    double dwell;       /* mean number of values in one of two modes; 0: there is one mode */
    bool heavy, drifts, spikes;
    double least; /* coverage that is asked for, of 30 values; 0: none */
};

static const struct series all[] = {
    { .name = "independent", .least = 0.93 },
    { .name = "correlation .2", .correlation = 0.2, .least = 0.93 },
    { .name = "correlation .5", .correlation = 0.5, .least = 0.90 },
    { .name = "correlation .8", .correlation = 0.8, .least = 0.83 },
    { .name = "heavy tails", .heavy = true, .least = 0.93 },
    { .name = "heavy tails, .2", .correlation = 0.2, .heavy = true, .least = 0.93 },
    { .name = "heavy tails, .5", .correlation = 0.5, .heavy = true, .least = 0.90 },
    { .name = "heavy tails, .8", .correlation = 0.8, .heavy = true, .least = 0.83 },
    { .name = "two modes, dwell 5", .dwell = 5 },
    { .name = "two modes, dwell 20", .dwell = 20 },
    { .name = "drift", .drifts = true },
    { .name = "spikes", .spikes = true },
};

enum { SERIES = sizeof(all) / sizeof(*all) };

/* Results of many trials. Widths are sums over them. */
struct tally {
    size_t held, held_plain; /* the interval, and that of independent values, held the truth */
    double width, width_plain;
    size_t narrower;           /* than that of independent values */
    size_t sides[COUNT_MAX];   /* trials by how many values lay on the smaller side */
    double between[COUNT_MAX]; /* by lower rank, of the symmetric pair of ranks */
};

/* A series whose median is 0, or spiked_median where it has spikes. */
static void series_draw(const struct series *series, uint64_t *random, double *values, size_t count)
{
    const double r = series->correlation, fresh = sqrt(1 - r * r);
    double state = draw_normal(random);
    bool upper = draw_uniform(random) < 0.5;
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            state = r * state + fresh * draw_normal(random);
        values[i] = series->heavy ? state * exp(0.1 * state * state) : state;
        if (series->dwell > 0) {
            upper ^= i > 0 && draw_uniform(random) < 1 / series->dwell;
            values[i] += (upper - 0.5) * mode_distance;
        }
        if (series->drifts)
            values[i] += drift * (((double)i + 0.5) / (double)count - 0.5);
        if (series->spikes && draw_uniform(random) < spike_share)
            values[i] += spike_least * (1 - log(draw_uniform(random)));
    }
}

static void tally_add(struct tally *tally, struct stats_interval interval, double *values,
                      size_t count, double truth)
{
    size_t low, high, below = 0;
    assert_true(stats_median_ranks(count, confidence, &low, &high));
    stats_sort(values, count);
    while (below < count && values[below] < truth)
        below++;
    tally->sides[below < count - below ? below : count - below]++;
    for (size_t rank = 0; rank < count / 2; rank++) /* of ranks that are equal in every trial */
        tally->between[rank] += values[count - 1 - rank] - values[rank];
    const double width = interval.high - interval.low, plain = values[high] - values[low];
    tally->held += interval.low <= truth && truth <= interval.high;
    tally->held_plain += values[low] <= truth && truth <= values[high];
    tally->width += width;
    tally->width_plain += plain;
    tally->narrower += width < plain - 1e-9;
}

static void trial_median(struct tally *tally, const struct series *series, uint64_t *random,
                         size_t count)
{
    double values[COUNT_MAX];
    series_draw(series, random, values, count);
    const struct stats_interval interval = stats_median_interval(values, count, confidence);
    tally_add(tally, interval, values, count, series->spikes ? spiked_median : 0);
}

/* Two series of one kind that know nothing of each other, but for a drift, which they share. */
static void trial_ratio(struct tally *tally, const struct series *series, uint64_t *random,
                        size_t count)
{
    double a[COUNT_MAX], b[COUNT_MAX];
    series_draw(series, random, a, count);
    series_draw(series, random, b, count);
    for (size_t i = 0; i < count; i++) {
        a[i] = 1000 * exp(unit * a[i]);
        b[i] = 1000 * exp(unit * b[i]);
    }
    struct stats_interval interval = stats_paired_ratio(a, b, count).interval;
    interval = (struct stats_interval){ log(interval.low) / unit, log(interval.high) / unit };
    for (size_t i = 0; i < count; i++)
        a[i] = log(a[i] / b[i]) / unit;
    tally_add(tally, interval, a, count, 0);
}

static struct tally measure(const struct series *series, bool ratio, size_t count)
{
    struct tally tally = { 0 };
    uint64_t random = 1 + (uint64_t)(series - all) + 1000 * count + ratio;
    for (int trial = 0; trial < TRIALS; trial++)
        (ratio ? trial_ratio : trial_median)(&tally, series, &random, count);
    return tally;
}

/* Mean width over that of the narrowest ranks which, the same in all trials, hold the truth in
 * 95 % of them; over that of the extremes where those hold it in fewer. */
static double tally_excess(const struct tally *tally, size_t count)
{
    size_t held = 0, low = count / 2;
    while (low > 0 && (double)held < confidence * TRIALS)
        held += tally->sides[low--];
    return tally->width / tally->between[low];
}

static double share(size_t trials)
{
    return (double)trials / TRIALS;
}

/* Sampled on until the rules of the profile paper end it; times are of 1 ms, and their noise has a
 * standard deviation of 2 %. */
static double stopped_coverage(double correlation, double *mean_count)
{
    enum { STOP_TRIALS = 1000 };
    static const struct bench_variant variant = { .name = "series", .kind = BENCH_GPU };
    const struct series series = { .correlation = correlation };
    const struct sampler_rules rules = sampler_rules_for(BENCH_PAPER, false);
    uint64_t random = 5;
    size_t held = 0, samples = 0;
    for (int trial = 0; trial < STOP_TRIALS; trial++) {
        double values[STOP_MAX];
        struct run_sample taken[STOP_MAX];
        struct result result = made_result(&variant, taken, 0);
        series_draw(&series, &random, values, STOP_MAX);
        do {
            const double ns = 1e6 * exp(unit * values[result.c.sample_count]);
            taken[result.c.sample_count++] = (struct run_sample){ .gpu_ns = ns, .wall_ns = ns };
        } while (sampler_stop_rule(&rules, &result, NULL) == RESULT_STOP_NONE);
        result_summarize(&result, NULL);
        held += result.c.gpu.interval.low <= 1e6 && 1e6 <= result.c.gpu.interval.high;
        samples += result.c.sample_count;
    }
    *mean_count = (double)samples / STOP_TRIALS;
    return (double)held / STOP_TRIALS;
}

/* Tables -------------------------------------------------------------------------------------- */

static void tables_print(void)
{
    printf("| series | median of 10 | of 30 | of 100 | ratio of 10 | of 30 | of 100 | "
           "median of 30, not widened |\n|---|---|---|---|---|---|---|---|\n");
    for (size_t s = 0; s < SERIES; s++) {
        double plain = 0;
        printf("| %s |", all[s].name);
        for (int ratio = 0; ratio < 2; ratio++)
            for (size_t k = 0; k < COUNTS; k++) {
                const struct tally tally = measure(&all[s], ratio, counts[k]);
                printf(" %.1f (%.2f) |", 100 * share(tally.held), tally_excess(&tally, counts[k]));
                if (!ratio && counts[k] == 30)
                    plain = share(tally.held_plain);
            }
        printf(" %.1f |\n", 100 * plain);
    }
    printf("\n| sampled until within 1 %% | covered | samples |\n|---|---|---|\n");
    for (size_t s = 0; s < 4; s++) {
        double mean_count;
        const double covered = stopped_coverage(all[s].correlation, &mean_count);
        printf("| %s | %.1f | %.0f |\n", all[s].name, 100 * covered, mean_count);
    }
}

/* Tests --------------------------------------------------------------------------------------- */

/* Where the ranks are not drawn apart, correlated series fall short: the table can fail. */
static void requirement_check(const struct series *series, bool ratio)
{
    const struct tally tally = measure(series, ratio, 30);
    if (share(tally.held) < series->least)
        fail_msg("%s: %.1f %% of intervals hold the truth, not %.0f %%", series->name,
                 100 * share(tally.held), 100 * series->least);
    if (series->correlation >= 0.5)
        assert_true(share(tally.held_plain) < series->least);
    else if (series->correlation == 0)
        assert_true(share(tally.held_plain) >= series->least);
    assert_int_equal(tally.narrower, 0);
}

TEST(test_median)
{
    for (size_t s = 0; s < SERIES; s++)
        requirement_check(&all[s], false);
}

TEST(test_ratio)
{
    for (size_t s = 0; s < SERIES; s++)
        requirement_check(&all[s], true);
}

/* Nor idly wide, of normal values: by three tenths more than it must be, at most. */
TEST(test_width)
{
    for (size_t s = 0; s < SERIES; s++)
        for (size_t k = 0; k < COUNTS && all[s].least > 0 && !all[s].heavy; k++) {
            const struct tally tally = measure(&all[s], false, counts[k]);
            assert_true(tally_excess(&tally, counts[k]) <= 1.3);
        }
}

int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "--print") == 0) {
        tables_print();
        return 0;
    }
    return unit_run(NULL, NULL);
}
