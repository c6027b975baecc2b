/* SPDX-License-Identifier: MIT */
/* apart_test.c: ratios of cases that share no rounds, of one process and of several. */
#include "tests/analysis/compare_run.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/base.h"

enum { LAUNCHES_MAX = 10, EACH = 10 };

/* Cases made here live as long as this. */
struct made {
    struct run_case c;
    struct run_sample samples[LAUNCHES_MAX * EACH];
    struct run_launch launches[LAUNCHES_MAX];
};

/* `launches` of them, each of EACH samples: launch k is k steps above the first. 0: one process. */
static void made_init(struct made *made, size_t launches, double ns, double step, double spread)
{
    const size_t parts = launches > 0 ? launches : 1;
    double times[LAUNCHES_MAX * EACH], medians[LAUNCHES_MAX];
    *made = (struct made){ .c = { .name = "c",
                                  .workload = "w",
                                  .kind = BENCH_GPU,
                                  .status = BENCH_OK,
                                  .samples = made->samples,
                                  .launches = made->launches,
                                  .launch_count = launches,
                                  .sample_count = parts * EACH } };
    for (size_t k = 0; k < parts; k++) {
        for (size_t i = 0; i < EACH; i++) {
            const double time = compare_sample(i, EACH, ns * (1 + step * (double)k), spread);
            made->samples[k * EACH + i] = (struct run_sample){
                .gpu_ns = time, .wall_ns = 2 * time, .round = (uint32_t)i, .launch = (uint32_t)k
            };
            times[k * EACH + i] = time;
        }
        medians[k] = stats_median(times + k * EACH, EACH);
        made->launches[k] = (struct run_launch){ .samples = EACH, .median_ns = medians[k] };
    }
    made->c.gpu = stats_summarize(times, parts * EACH);
    made->c.wall = made->c.gpu;
    made->c.wall.median *= 2;
    if (launches > 0)
        made->c.time_between = launch_stats_launches(medians, launches);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

/* From the low end of one over the high end of the other, at 97.5 % each. */
static void test_one_process(void **state)
{
    (void)state;
    struct made a, b;
    made_init(&a, 0, 1000, 0, 0.02);
    made_init(&b, 0, 2000, 0, 0.04);
    const struct stats_ratio ratio = unpaired_ratio(&a.c, &b.c);
    const struct stats_interval own = unpaired_interval(&a.c, false, UNPAIRED_CONFIDENCE);
    const struct stats_interval other = unpaired_interval(&b.c, false, UNPAIRED_CONFIDENCE);
    assert_near(ratio.ratio, 0.5);
    assert_int_equal(ratio.pairs, 0);
    assert_near(ratio.interval.low, own.low / other.high);
    assert_near(ratio.interval.high, own.high / other.low);
    /* 97.5 % is wider than 95 %. */
    const struct stats_interval narrow = unpaired_interval(&a.c, false, 0.80);
    assert_true(narrow.low > own.low && narrow.high < own.high);
}

/* From 7 launches on medians alone hold 97.5 %; below that also what each launch is unsure of. */
static void test_launches(void **state)
{
    (void)state;
    struct made c;
    made_init(&c, 7, 1000, 0.01, 0.1);
    struct stats_interval interval = unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE);
    assert_near(interval.low, 1000);
    assert_near(interval.high, 1060);
    made_init(&c, 2, 1000, 0.01, 0.1);
    interval = unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE);
    assert_true(interval.low < 1000 && interval.high > 1010);
    assert_near(unpaired_median_ns(&c.c, false), 1005);
}

static void test_clock(void **state)
{
    (void)state;
    struct made a, b;
    made_init(&a, 0, 1000, 0, 0.02);
    made_init(&b, 0, 1000, 0, 0.02);
    b.c.by_wall = true;
    assert_near(unpaired_ratio(&a.c, &b.c).ratio, 1);
    assert_near(unpaired_median_ns(&a.c, true), 2000);
    assert_near(unpaired_interval(&a.c, true, 0.95).high,
                2 * unpaired_interval(&a.c, false, 0.95).high);
}

/* Throttled samples count where they count in the file. */
static void test_throttled(void **state)
{
    (void)state;
    struct made c;
    made_init(&c, 0, 1000, 0, 0.02);
    for (size_t i = 0; i < 2; i++) {
        c.samples[i].gpu_ns = 9000;
        c.samples[i].throttled = true;
    }
    assert_true(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high < 2000);
    c.c.clock.throttled_count = true;
    c.samples[2].gpu_ns = c.samples[3].gpu_ns = c.samples[4].gpu_ns = 9000;
    assert_true(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high > 2000);
}

/* That they count in one launch does not make them count in another. */
static void test_throttled_launches(void **state)
{
    (void)state;
    struct made c;
    double times[3 * EACH];
    made_init(&c, 3, 1000, 0, 0.02);
    c.c.clock.throttled_count = c.launches[0].throttled_count = true;
    for (size_t i = 0; i < EACH + 4; i++) {
        c.samples[i].gpu_ns = 9000;
        c.samples[i].throttled = true;
    }
    const struct paired_side side = { &c.c, false };
    assert_int_equal(paired_times(side, 0, times), EACH);
    assert_int_equal(paired_times(side, 1, times), EACH - 4);
    assert_int_equal(paired_times(side, 2, times), EACH);
    assert_int_equal(paired_collect(side, side, 1, times, times + EACH), EACH - 4);
}

/* The samples of a summary need not have its median between them. */
static void test_summary(void **state)
{
    (void)state;
    struct made c;
    made_init(&c, 0, 1000, 0, 0.02);
    c.c.gpu.median = 1100;
    assert_near(unpaired_interval(&c.c, false, UNPAIRED_CONFIDENCE).high, 1100);
}

static void test_nothing(void **state)
{
    (void)state;
    struct made a, b;
    made_init(&a, 0, 1000, 0, 0.02);
    made_init(&b, 0, 1000, 0, 0.02);
    /* Six samples are too few for 97.5 %. */
    b.c.sample_count = 6;
    struct stats_ratio ratio = unpaired_ratio(&a.c, &b.c);
    assert_near(ratio.ratio, 1);
    assert_true(isnan(ratio.interval.low) && isnan(ratio.interval.high));
    b.c.status = BENCH_FAILED_VERIFY;
    ratio = unpaired_ratio(&a.c, &b.c);
    assert_true(isnan(ratio.ratio) && isnan(ratio.interval.low));
    b.c.status = BENCH_OK;
    b.c.gpu.count = 0;
    assert_true(isnan(unpaired_ratio(&b.c, &a.c).ratio));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_process),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_throttled),
        cmocka_unit_test(test_throttled_launches),
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
