/* SPDX-License-Identifier: MIT */
/* fastest_test.c: who is the fastest, of runs made up here, by the rounds that cases share. */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "tests/analysis/claims_made.h"

enum { ROUNDS = MADE_ROUNDS };

static struct made made;
static const struct fastest_field gpu_hot = { "w", BENCH_GPU, false };

/* `count` cases of one workload, as fast as one another in every round. */
static void rivals(size_t count)
{
    made_init(&made);
    for (size_t k = 0; k < count; k++) {
        made_add(&made, "w", "v", NULL, NULL, 1);
        made_time(&made, k, 1, 0);
    }
}

/* Whoever is the fastest of the field. */
static struct fastest found(const struct fastest_field *field)
{
    struct fastest fastest;
    fastest_find(&made.run, field, &fastest);
    return fastest;
}

static void fastest_check(size_t first, size_t ties, size_t unpaired)
{
    CLEANUP(fastest_finish) struct fastest fastest = found(&gpu_hot);
    assert_ptr_equal(fastest.first, &made.cases[first]);
    assert_int_equal(fastest.tie_count, ties);
    assert_int_equal(fastest.unpaired_count, unpaired);
}

TEST(test_clear)
{
    rivals(3);
    made_time(&made, 0, 1, 0.01);
    made_time(&made, 1, 0.9, 0.01);
    made_time(&made, 2, 1.2, 0.01);
    fastest_check(1, 0, 0);
    rivals(1);
    fastest_check(0, 0, 0); /* nobody to be told from */
}

/* The spread of the ratio is larger than what the two differ by; the third is far off. */
TEST(test_tie)
{
    rivals(3);
    made_time(&made, 0, 1, 0.1);
    made_time(&made, 1, 2, 0.01);
    made_time(&made, 2, 0.999, 0.1);
    struct fastest fastest = found(&gpu_hot);
    assert_int_equal(fastest.tie_count, 1);
    assert_int_equal(fastest.unpaired_count, 0);
    const struct run_case *const other =
        fastest.first == &made.cases[0] ? &made.cases[2] : &made.cases[0];
    assert_ptr_not_equal(fastest.first, &made.cases[1]);
    assert_ptr_equal(fastest.ties[0], other);
    fastest_finish(&fastest);
    assert_null(fastest.ties);
    rivals(3); /* equal in every round */
    fastest_check(0, 2, 0);
}

/* Case 1 goes on when case 0 has ended, in rounds that are slow for whoever is there: its median is
 * the greater one, and it is faster in each round that both are in. */
TEST(test_medians_cross)
{
    rivals(2);
    made_time(&made, 0, 1, 0.001);
    made_time(&made, 1, 0.98, 0.001);
    made.cases[0].sample_count = 20;
    for (size_t i = 20; i < ROUNDS; i++)
        made.of[1].samples[i].gpu_ns *= 2;
    made_summarize(&made.cases[0]);
    made_summarize(&made.cases[1]);
    assert_true(run_case_median_ns(&made.cases[0]) < run_case_median_ns(&made.cases[1]));
    fastest_check(1, 0, 0);
}

/* One that the file has no samples of, and one of five rounds: nothing tells how they compare. */
TEST(test_unpaired)
{
    rivals(3);
    made_time(&made, 1, 1.03, 0.01);
    made_time(&made, 2, 1.04, 0.01);
    made.cases[1].samples = NULL;
    made.cases[1].sample_count = 0;
    made.cases[2].sample_count = 5;
    fastest_check(0, 0, 2);
    made.cases[2].sample_count = 6;
    fastest_check(0, 0, 1);
    /* Its median alone lets it lead, and that is all that is known. */
    made.cases[1].gpu.median = 1;
    fastest_check(1, 0, 2);
}

/* A case whose best sample took longer than the worst of the first needs no round to be told. */
TEST(test_out)
{
    rivals(3);
    made_time(&made, 1, 1.03, 0.01);
    made_time(&made, 2, 93, 0.01);
    made.cases[1].sample_count = made.cases[2].sample_count = 5;
    fastest_check(0, 0, 1);
    made_time(&made, 1, 1.2, 0.01);
    made.cases[1].sample_count = 5;
    fastest_check(0, 0, 0);
}

/* The interval that rows print decides, where launches say otherwise than the rounds. */
TEST(test_printed)
{
    rivals(2);
    made.cases[0].baseline = true;
    made_time(&made, 1, 0.9, 0.01);
    made.cases[1].ratio = paired_ratio(&made.cases[1], &made.cases[0]);
    fastest_check(1, 0, 0);
    static struct run_launch launches[3];
    made.cases[1].launches = launches;
    made.cases[1].launch_count = 3;
    made.cases[1].ratio_between = (struct launch_stats){ .interval = { 0.3, 1.2 } };
    fastest_check(1, 1, 0);
    made_time(&made, 1, 0.999, 0.1);
    made.cases[1].ratio_between = (struct launch_stats){ .interval = { 0.3, 0.7 } };
    fastest_check(1, 0, 0);
}

/* Each is below the next in two rounds of three. */
TEST(test_cycle)
{
    rivals(3);
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < ROUNDS; i++)
            made.of[k].samples[i].gpu_ns = 1000 + 10 * (double)((i + k) % 3);
        made_summarize(&made.cases[k]);
    }
    for (size_t k = 0; k < 3; k++)
        assert_true(paired_ratio(&made.cases[k], &made.cases[(k + 1) % 3]).ratio < 1);
    CLEANUP(fastest_finish) struct fastest fastest = found(&gpu_hot);
    assert_ptr_equal(fastest.first, &made.cases[0]);
}

/* Only verified cases of the kind, the mode and the workload are in the field. */
TEST(test_field)
{
    rivals(4);
    made.cases[0].check = RUN_CHECK_NONE;
    made.cases[1].cache = RUN_CACHE_COLD;
    made.cases[2].workload = "another";
    made_time(&made, 3, 5, 0.01);
    fastest_check(3, 0, 0);
    made.cases[3].status = BENCH_SUSPECT;
    CLEANUP(fastest_finish) struct fastest fastest = found(&gpu_hot);
    assert_null(fastest.first);
    assert_int_equal(fastest.tie_count + fastest.unpaired_count, 0);
}

/* Rounds that only one was in are no pairs, nor those where a sample was throttled. */
TEST(test_pairs)
{
    rivals(2);
    struct run_case *a = &made.cases[0], *b = &made.cases[1];
    made_time(&made, 0, 3, 0);
    struct stats_ratio ratio = paired_ratio(a, b);
    assert_int_equal(ratio.pairs, ROUNDS);
    assert_true(fabs(ratio.ratio - 3) < 1e-9 && fabs(ratio.interval.low - 3) < 1e-9);
    ratio = paired_ratio(b, a);
    assert_true(fabs(ratio.ratio - 1.0 / 3) < 1e-9);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.of[1].samples[i].round = 2 * i; /* 0, 2 .. 38 of both */
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2);
    assert_int_equal(paired_ratio(b, a).pairs, ROUNDS / 2);
    made.of[0].samples[4].throttled = true;
    made.of[1].samples[3].throttled = true;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2 - 2);
    a->clock.throttled_count = true;
    assert_int_equal(paired_ratio(a, b).pairs, ROUNDS / 2 - 1);
    a->sample_count = 0;
    assert_int_equal(paired_ratio(a, b).pairs, 0);
    assert_int_equal(paired_ratio(b, a).pairs, 0);
    assert_true(isnan(paired_ratio(a, b).ratio));
    /* Like to like, or not at all. */
    rivals(2);
    for (size_t i = 0; i < ROUNDS; i++) {
        made.of[1].samples[i].gpu_ns = 0; /* of the host */
        made.of[1].samples[i].wall_ns *= 2;
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
    rivals(2);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].launches = launches;
        made.cases[k].launch_count = count;
        made.cases[k].time_between.median = k == 0 ? 1000 : 1050;
        for (uint32_t i = 0; i < ROUNDS; i++) {
            made.of[k].samples[i].launch = i / each;
            made.of[k].samples[i].round = i % each;
        }
    }
}

/* Launches decide by their ratios and the interval between them. A process's own level, and what
 * its many samples say alone, decides nothing. */
TEST(test_launches)
{
    enum { LAUNCHES = 8, EACH = ROUNDS / LAUNCHES };
    static const double dealt[LAUNCHES] = { 0.96, 1.02, 0.97, 1.03, 0.98, 0.99, 0.98, 0.99 };
    made_launches(LAUNCHES);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= dealt[i / EACH];
    const struct stats_ratio ratio = paired_ratio(&made.cases[0], &made.cases[1]);
    assert_int_equal(ratio.pairs, ROUNDS);
    assert_true(fabs(ratio.ratio - 0.985) < 1e-9);
    assert_true(fabs(ratio.interval.low - 0.96) < 1e-9);
    assert_true(fabs(ratio.interval.high - 1.03) < 1e-9);
    fastest_check(0, 1, 0);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= 0.9;
    fastest_check(0, 0, 0);
}

/* Two launches that agree say little: what one of them does not tell apart, both do not. */
TEST(test_few_launches)
{
    enum { LAUNCHES = 2, EACH = ROUNDS / LAUNCHES };
    made_launches(LAUNCHES);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= i / EACH == 1 && i % 3 == 0 ? 1.1 : 0.98;
    const struct stats_ratio ratio = paired_ratio(&made.cases[0], &made.cases[1]);
    assert_true(ratio.ratio < 0.99 && ratio.interval.high > 1);
    fastest_check(0, 1, 0);
    for (uint32_t i = 0; i < ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= 0.8;
    fastest_check(0, 0, 0);
    for (uint32_t i = EACH + 3; i < ROUNDS; i++) /* too few rounds in the second for an interval */
        made.of[0].samples[i].round = ROUNDS;
    assert_true(isnan(paired_ratio(&made.cases[0], &made.cases[1]).interval.low));
    fastest_check(0, 0, 1);
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
    rivals(2);
    made_time(&made, 1, 0.5, 0.01);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].axes = &values[k];
        made.cases[k].axis_count = 1;
    }
    fastest_check(1, 0, 0);
    const struct catalogue catalogue = { .does_part = does_part };
    field.catalogue = &catalogue;
    CLEANUP(fastest_finish) struct fastest fastest = found(&field);
    assert_ptr_equal(fastest.first, &made.cases[0]);
    assert_int_equal(fastest.candidate_count, 1);
}
