/* SPDX-License-Identifier: MIT */
/* fastest_test.c: who is the fastest, of runs made up here, by the rounds that cases share. */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "tests/unit.h"

enum { ROUNDS = 60, CASES = 4 };

/* Cases of one workload, and their samples. */
struct made {
    struct run run;
    struct run_case cases[CASES];
    struct run_sample samples[CASES][ROUNDS];
};

static struct made made;
static const struct fastest_field gpu_hot = { "w", BENCH_GPU, false };

/* Time that all cases of a round share, without correlation from one to the next: 1000 to 1100. */
static double round_ns(size_t round)
{
    return 1000 + 100 * (double)(round * 23 % ROUNDS) / ROUNDS;
}

static void case_summarize(struct run_case *c)
{
    double times[ROUNDS];
    for (size_t i = 0; i < c->sample_count; i++)
        times[i] = c->by_wall ? c->samples[i].wall_ns : c->samples[i].gpu_ns;
    struct stats_summary *summary = c->by_wall ? &c->wall : &c->gpu;
    *summary = stats_summarize(times, c->sample_count);
}

/* `count` cases, as fast as one another in every round. */
static void made_init(size_t count)
{
    made = (struct made){ .run = { .cases = made.cases, .case_count = count } };
    for (size_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < ROUNDS; i++)
            made.samples[k][i] = (struct run_sample){ .gpu_ns = round_ns(i),
                                                      .wall_ns = 2 * round_ns(i),
                                                      .round = i };
        made.cases[k] = (struct run_case){ .name = "",
                                           .workload = "w",
                                           .api = "",
                                           .mark = "",
                                           .kind = BENCH_GPU,
                                           .check = RUN_CHECK_PASSED,
                                           .samples = made.samples[k],
                                           .sample_count = ROUNDS };
        case_summarize(&made.cases[k]);
    }
}

/* Case k takes so much of the common time, and differs from it by a share from round to round. */
static void made_scale(size_t k, double factor, double spread)
{
    for (size_t i = 0; i < ROUNDS; i++) {
        const double noise = spread * ((double)((i * 17 + k * 29) % ROUNDS) / ROUNDS - 0.5);
        made.samples[k][i].gpu_ns = factor * (1 + noise) * round_ns(i);
        made.samples[k][i].wall_ns = 2 * made.samples[k][i].gpu_ns;
    }
    case_summarize(&made.cases[k]);
}

static void made_check(size_t first, size_t ties, size_t unpaired)
{
    struct fastest fastest;
    fastest_find(&made.run, &gpu_hot, &fastest);
    assert_ptr_equal(fastest.first, &made.cases[first]);
    assert_int_equal(fastest.tie_count, ties);
    assert_int_equal(fastest.unpaired_count, unpaired);
    fastest_finish(&fastest);
}

TEST(test_clear)
{
    made_init(3);
    made_scale(0, 1, 0.01);
    made_scale(1, 0.9, 0.01);
    made_scale(2, 1.2, 0.01);
    made_check(1, 0, 0);
    made_init(1);
    made_check(0, 0, 0); /* nobody to be told from */
}

/* The spread of the ratio is larger than what the two differ by; the third is far off. */
TEST(test_tie)
{
    struct fastest fastest;
    made_init(3);
    made_scale(0, 2, 0.01);
    made_scale(1, 1, 0.1);
    made_scale(2, 0.999, 0.1);
    fastest_find(&made.run, &gpu_hot, &fastest);
    assert_int_equal(fastest.tie_count, 1);
    assert_int_equal(fastest.unpaired_count, 0);
    const struct run_case *const other =
        fastest.first == &made.cases[1] ? &made.cases[2] : &made.cases[1];
    assert_ptr_not_equal(fastest.first, &made.cases[0]);
    assert_ptr_equal(fastest.ties[0], other);
    fastest_finish(&fastest);
    assert_null(fastest.ties);
    made_init(3); /* equal in every round */
    made_check(0, 2, 0);
}

/* Case 1 goes on when case 0 has ended, in rounds that are slow for whoever is there: its median is
 * the greater one, and it is faster in each round that both are in. */
TEST(test_medians_cross)
{
    made_init(2);
    made_scale(0, 1, 0.001);
    made_scale(1, 0.98, 0.001);
    made.cases[0].sample_count = 20;
    for (size_t i = 20; i < ROUNDS; i++)
        made.samples[1][i].gpu_ns *= 2;
    case_summarize(&made.cases[0]);
    case_summarize(&made.cases[1]);
    assert_true(run_case_median_ns(&made.cases[0]) < run_case_median_ns(&made.cases[1]));
    made_check(1, 0, 0);
}

/* One that the file has no samples of, and one of five rounds: nothing tells how they compare. */
TEST(test_unpaired)
{
    made_init(3);
    made_scale(1, 1.03, 0.01);
    made_scale(2, 1.04, 0.01);
    made.cases[1].samples = NULL;
    made.cases[1].sample_count = 0;
    made.cases[2].sample_count = 5;
    made_check(0, 0, 2);
    made.cases[2].sample_count = 6;
    made_check(0, 0, 1);
    /* Its median alone lets it lead, and that is all that is known. */
    made.cases[1].gpu.median = 1;
    made_check(1, 0, 2);
}

/* A case whose best sample took longer than the worst of the first needs no round to be told. */
TEST(test_out)
{
    made_init(3);
    made_scale(1, 1.03, 0.01);
    made_scale(2, 93, 0.01);
    made.cases[1].sample_count = made.cases[2].sample_count = 5;
    made_check(0, 0, 1);
    made_scale(1, 1.2, 0.01);
    made.cases[1].sample_count = 5;
    made_check(0, 0, 0);
}

/* The interval that rows print decides, where launches say otherwise than the rounds. */
TEST(test_printed)
{
    made_init(2);
    made.cases[0].baseline = true;
    made_scale(1, 0.9, 0.01);
    made.cases[1].ratio = paired_ratio(&made.cases[1], &made.cases[0]);
    made_check(1, 0, 0);
    static struct run_launch launches[3];
    made.cases[1].launches = launches;
    made.cases[1].launch_count = 3;
    made.cases[1].ratio_between = (struct launch_stats){ .interval = { 0.3, 1.2 } };
    made_check(1, 1, 0);
    made_scale(1, 0.999, 0.1);
    made.cases[1].ratio_between = (struct launch_stats){ .interval = { 0.3, 0.7 } };
    made_check(1, 0, 0);
}

/* Each is below the next in two rounds of three. */
TEST(test_cycle)
{
    made_init(3);
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < ROUNDS; i++)
            made.samples[k][i].gpu_ns = 1000 + 10 * (double)((i + k) % 3);
        case_summarize(&made.cases[k]);
    }
    for (size_t k = 0; k < 3; k++)
        assert_true(paired_ratio(&made.cases[k], &made.cases[(k + 1) % 3]).ratio < 1);
    struct fastest fastest;
    fastest_find(&made.run, &gpu_hot, &fastest);
    assert_ptr_equal(fastest.first, &made.cases[0]);
    fastest_finish(&fastest);
}

/* Only verified cases of the kind, the mode and the workload are in the field. */
TEST(test_field)
{
    struct fastest fastest;
    made_init(4);
    made.cases[0].check = RUN_CHECK_NONE;
    made.cases[1].cache = RUN_CACHE_COLD;
    made.cases[2].workload = "another";
    made_scale(3, 5, 0.01);
    made_check(3, 0, 0);
    made.cases[3].status = BENCH_SUSPECT;
    fastest_find(&made.run, &gpu_hot, &fastest);
    assert_null(fastest.first);
    assert_int_equal(fastest.tie_count + fastest.unpaired_count, 0);
    fastest_finish(&fastest);
}

/* Rounds that only one was in are no pairs, nor those where a sample was throttled. */
TEST(test_pairs)
{
    made_init(2);
    struct run_case *a = &made.cases[0], *b = &made.cases[1];
    made_scale(0, 3, 0);
    struct stats_ratio ratio = paired_ratio(a, b);
    assert_int_equal(ratio.pairs, ROUNDS);
    assert_true(fabs(ratio.ratio - 3) < 1e-9 && fabs(ratio.interval.low - 3) < 1e-9);
    ratio = paired_ratio(b, a);
    assert_true(fabs(ratio.ratio - 1.0 / 3) < 1e-9);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.samples[1][i].round = 2 * i; /* 0, 2 .. 58 of both */
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2);
    assert_int_equal(paired_ratio(b, a).pairs, ROUNDS / 2);
    made.samples[0][4].throttled = true;
    made.samples[1][3].throttled = true;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2 - 2);
    a->clock.throttled_count = true;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2 - 1);
    a->sample_count = 0;
    assert_int_equal(paired_ratio(a, b).pairs, 0);
    assert_int_equal(paired_ratio(b, a).pairs, 0);
    assert_true(isnan(paired_ratio(a, b).ratio));
}

/* Like to like, or not at all. */
TEST(test_pairs_of_a_kind)
{
    made_init(2);
    struct run_case *a = &made.cases[0], *b = &made.cases[1];
    for (size_t i = 0; i < ROUNDS; i++) {
        made.samples[1][i].gpu_ns = 0; /* of the host */
        made.samples[1][i].wall_ns *= 2;
    }
    assert_int_equal(paired_ratio(a, b).pairs, 0);
    b->by_wall = true;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS);
    assert_true(fabs(paired_ratio(a, b).ratio - 0.5) < 1e-9);
    b->cache = RUN_CACHE_COLD;
    assert_int_equal(paired_ratio(a, b).pairs, 0);
    a->cache = RUN_CACHE_COLD;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS);
    b->workload = "another";
    assert_int_equal(paired_ratio(a, b).pairs, 0);
}

/* Two cases of so many launches, each of ROUNDS / count rounds; the first has the lesser median. */
static void made_launches(size_t count)
{
    static struct run_launch launches[ROUNDS];
    const uint32_t each = ROUNDS / (uint32_t)count;
    made_init(2);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].launches = launches;
        made.cases[k].launch_count = count;
        made.cases[k].time_between.median = k == 0 ? 1000 : 1050;
        for (uint32_t i = 0; i < ROUNDS; i++) {
            made.samples[k][i].launch = i / each;
            made.samples[k][i].round = i % each;
        }
    }
}

/* Launches decide by their ratios and the interval between them. A process's own level, and what
 * its many samples say alone, decides nothing. */
TEST(test_launches)
{
    enum { LAUNCHES = 6, EACH = ROUNDS / LAUNCHES };
    static const double dealt[LAUNCHES] = { 0.96, 1.02, 0.97, 1.03, 0.98, 0.99 };
    made_launches(LAUNCHES);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.samples[0][i].gpu_ns *= dealt[i / EACH];
    const struct stats_ratio ratio = paired_ratio(&made.cases[0], &made.cases[1]);
    assert_int_equal(ratio.pairs, ROUNDS);
    assert_true(fabs(ratio.ratio - 0.985) < 1e-9);
    assert_true(fabs(ratio.interval.low - 0.96) < 1e-9);
    assert_true(fabs(ratio.interval.high - 1.03) < 1e-9);
    made_check(0, 1, 0);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.samples[0][i].gpu_ns *= 0.9;
    made_check(0, 0, 0);
}

/* Two launches that agree say little: what one of them does not tell apart, both do not. */
TEST(test_few_launches)
{
    enum { LAUNCHES = 2, EACH = ROUNDS / LAUNCHES };
    made_launches(LAUNCHES);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.samples[0][i].gpu_ns *= i / EACH == 1 && i % 3 == 0 ? 1.1 : 0.98;
    const struct stats_ratio ratio = paired_ratio(&made.cases[0], &made.cases[1]);
    assert_true(ratio.ratio < 0.99 && ratio.interval.high > 1);
    made_check(0, 1, 0);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.samples[0][i].gpu_ns *= 0.8;
    made_check(0, 0, 0);
    for (uint32_t i = EACH + 3; i < ROUNDS; i++) /* too few rounds in the second for an interval */
        made.samples[0][i].round = ROUNDS;
    assert_true(isnan(paired_ratio(&made.cases[0], &made.cases[1]).interval.low));
    made_check(0, 0, 1);
    made.cases[0].launch_count = 1;
    assert_true(isnan(paired_ratio(&made.cases[0], &made.cases[1]).interval.low));
}

static bool does_part(const void *techniques, const struct run_case *c)
{
    return strcmp(c->axes[0].value, "all") != 0;
}

/* A variant that does a part of the work is no answer, however fast, unless the axis is known. */
TEST(test_parts)
{
    static const struct run_axis values[] = { { "part", "all", NAN }, { "part", "build", NAN } };
    struct fastest_field field = gpu_hot;
    struct fastest fastest;
    made_init(2);
    made_scale(1, 0.5, 0.01);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].axes = &values[k];
        made.cases[k].axis_count = 1;
    }
    made_check(1, 0, 0);
    const struct catalogue catalogue = { .does_part = does_part };
    field.catalogue = &catalogue;
    fastest_find(&made.run, &field, &fastest);
    assert_ptr_equal(fastest.first, &made.cases[0]);
    assert_int_equal(fastest.candidate_count, 1);
    fastest_finish(&fastest);
}
