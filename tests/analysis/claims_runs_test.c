/* SPDX-License-Identifier: MIT */
/* claims_runs_test.c: what cannot be judged, and what several runs and devices say together. */
#include "tests/analysis/claims_made.h"

#include "harness/record/case_fields.h"

#define EQUALS "'a':'/slow','b':'/fast','relation':'equals'"
#define STAND_INS ",'stand_ins':{'scene':{'torus':'pot'}}"

enum { RUNS = 7 };

static struct made made, several[RUNS];

static void ratio_check(enum verdict wanted, unsigned marks, const char *reason)
{
    made_check(&made, made_claim(EQUALS, "'value':3", ""), wanted, marks, reason);
}

/* The profile that has what is missing is named. */
static void test_missing(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.run.case_count = 1;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "no run has a case of b; profile paper has");
    made.run.session.profile = "quick";
    ratio_check(VERDICT_NOT_TESTABLE, CLAIMS_SMALL_PROFILE, "profile paper has");
    made.run.case_count = 0;
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_false(verdict.entry->measured);
    assert_int_equal(verdict.claims->devices[0].measured, 0);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

static void test_not_ok(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.cases[1].status = BENCH_UNSUPPORTED;
    made.cases[1].reason = "no such feature";
    case_drop_times(&made.cases[1]);
    ratio_check(VERDICT_NOT_TESTABLE, CLAIMS_BAD_ROWS, "fast: unsupported: no such feature");
    made.cases[1].status = BENCH_FAILED_VERIFY;
    ratio_check(VERDICT_NOT_TESTABLE, CLAIMS_BAD_ROWS, "fast: failed_verify");
    made_slow_and_fast(&made, 3);
    made.cases[0].check = RUN_CHECK_NONE;
    ratio_check(VERDICT_NOT_TESTABLE, CLAIMS_BAD_ROWS, "slow: no check has passed");
    /* Another of its side is left, and the mark says that one is not. */
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "fast_too", NULL, NULL, 1);
    made.cases[2].status = BENCH_ERROR;
    ratio_check(VERDICT_MATCHES, CLAIMS_BAD_ROWS, "");
}

/* Times are none on a software device, but for those of its host; the rest is judged. */
static void test_software(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.run.device.software = true;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "times of a software device");
    made.cases[0].kind = made.cases[1].kind = BENCH_CPU;
    made.cases[0].by_wall = made.cases[1].by_wall = true;
    made_check(&made, made_claim("'a':'/fast','b':'/slow','relation':'less'", "'value':null", ""),
               VERDICT_MATCHES, 0, "");
    made.cases[0].kind = BENCH_GPU;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "times of a software device");
    made_check(&made,
               made_claim("'a':'/slow','b':'/fast','relation':'equals','measure_b':'peak_bytes',"
                          "'measure':'peak_bytes'",
                          "'value':3", ""),
               VERDICT_MATCHES, 0, "");
    made_slow_and_fast(&made, 3);
    made.run.session.validate = true;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "validation layers");
    made.run.session.validate = false;
    made.run.tool.slow = true;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "without optimisation");
    made.run.tool.slow = false;
    made.run.context.fault = "crash@x";
    ratio_check(VERDICT_NOT_TESTABLE, 0, "planted fault");
    made.run.context.fault = "";
    made.run.context.layers = "VK_LAYER_a";
    ratio_check(VERDICT_NOT_TESTABLE, 0, "layers that the environment asked for");
}

/* A stand-in is context; where there is the real one, it is left out. */
static void test_stand_in(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/slow/','b':'/fast/','relation':'equals','join':['scene']";
    made_init(&made);
    made_add(&made, "w", "slow", "scene", "torus", 3);
    made_add(&made, "w", "fast", "scene", "torus", 1);
    struct published *file = made_claim(subject, "'value':3", STAND_INS);
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_NOT_TESTABLE);
    assert_non_null(strstr(verdict.entry->reason, "stand-in"));
    assert_true(fabs(verdict.entry->decided->estimate.value - 3) < 0.1);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made_check(&made, made_claim(subject, "'value':3", ""), VERDICT_MATCHES, 0, "");
    made_add(&made, "v", "slow", "scene", "pot", 6);
    made_add(&made, "v", "fast", "scene", "pot", 1);
    made_check(&made, made_claim(subject, "'value':6", STAND_INS), VERDICT_MATCHES,
               CLAIMS_NO_STAND_INS, "");
    made.cases[3].status = BENCH_ERROR; /* b has none that is real */
    made_check(&made, made_claim(subject, "'value':6", STAND_INS), VERDICT_NOT_TESTABLE, 0,
               "stand-ins");
}

/* A time is judged on the paper's own device alone, and is context elsewhere. */
static void test_absolute(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/slow','b':null,'relation':'equals'";
    made_slow_and_fast(&made, 3);
    struct published *file = made_claim(subject, "'value':3.1,'unit':'us'", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_NOT_TESTABLE);
    assert_non_null(strstr(verdict.entry->reason, "a time of another device: Paper GPU"));
    assert_true(verdict.entry->decided->estimate.value > 2900 &&
                verdict.entry->decided->estimate.value < 3400);
    assert_int_equal(claims_unit_of(verdict.entry->claim), CLAIMS_NS);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made.run.device.name = "Paper GPU";
    made_check(&made, made_claim(subject, "'value':3.1,'unit':'us'", ""), VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim(subject, "'value':31,'unit':'us'", ""), VERDICT_CONTRADICTS, 0,
               "");
}

/* Counts, bytes and facts have no noise and need no samples. */
static void test_exact(void **state)
{
    (void)state;
    struct run_fact facts[] = { { "leaves", "", 7, NULL, 0 } };
    struct run_workload workload = { "w", facts, 1 };
    const char *const ids[] = { "k" };
    struct run_kernel kernel = { .id = "k", .sha256 = "", .shared_bytes = 1024 };
    made_slow_and_fast(&made, 3);
    made.run.workloads = &workload;
    made.run.workload_count = 1;
    made.run.kernels = &kernel;
    made.run.kernel_count = 1;
    made.cases[0].kernels = ids;
    made.cases[0].kernel_count = 1;
    made.cases[0].sample_count = 1;
    made.cases[0].counters.dispatches = 21;
    made.of[0].metric = (struct run_metric){ "turns", "turns", 31 };
    made.cases[0].metric_count = 1;
    static const struct {
        const char *measure, *published;
        enum verdict wanted;
    } rows[] = {
        { "counter:dispatches", "'value':21", VERDICT_MATCHES },
        { "counter:dispatches", "'value':40", VERDICT_CONTRADICTS },
        { "fact:leaves", "'value':7", VERDICT_MATCHES },
        { "metric:turns", "'value':31", VERDICT_MATCHES },
        { "kernel:shared_bytes", "'value':1,'unit':'KiB'", VERDICT_MATCHES },
        { "peak_bytes", "'value':300,'unit':'bytes'", VERDICT_MATCHES },
        { "fact:none", "'value':7", VERDICT_NOT_TESTABLE },
        { "metric:none", "'value':7", VERDICT_NOT_TESTABLE },
        { "counter:none", "'value':7", VERDICT_NOT_TESTABLE },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char subject[256];
        snprintf(subject, sizeof(subject),
                 "'a':'/slow','b':null,'relation':'equals','measure':'%s'", rows[i].measure);
        made_check(&made, made_claim(subject, rows[i].published, ""), rows[i].wanted, 0, "");
    }
    /* A metric that is a time has noise, and one value has no interval. */
    made.of[0].metric.unit = "ns";
    made_check(&made,
               made_claim("'a':'/slow','b':null,'relation':'equals','measure':'metric:turns'",
                          "'value':31", ""),
               VERDICT_INCONCLUSIVE, CLAIMS_ONE_RUN, "1 run gives no interval; 6 would");
}

static void test_untestable(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_check(&made,
               made_claim("'a':'/slow','b':null,'relation':'equals','measure':'none',"
                          "'untestable':'it is said elsewhere'",
                          "'value':null", ""),
               VERDICT_NOT_TESTABLE, 0, "it is said elsewhere");
}

/* Two of a file of a user's and of a shipped case: the user's is no row. */
static void test_twin(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.cases[1].twin = true;
    ratio_check(VERDICT_NOT_TESTABLE, 0, "no run has a case of b");
}

/* Hot caches, where there are any. */
static void test_cold(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "slow/cold", NULL, NULL, 9);
    made.cases[2].cache = RUN_CACHE_COLD;
    ratio_check(VERDICT_MATCHES, 0, "");
}

/* Several runs --------------------------------------------------------------------------------- */

/* Six runs and more are the units: the interval is between them. */
static void test_runs(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 2.8, 2.9, 3.3, 3, 3.1, 3.2, 2.7 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_several(several, factors, 6, file);
    const struct estimate *estimate = &verdict.entry->decided->estimate;
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_int_equal(estimate->processes, 6);
    assert_int_equal(estimate->n, 6 * MADE_ROUNDS);
    assert_true(fabs(estimate->value - 3.05) < 0.02);
    assert_true(fabs(estimate->interval.low - 2.8) < 0.02);
    assert_true(fabs(estimate->interval.high - 3.3) < 0.02);
    assert_false(verdict.entry->marks & (CLAIMS_ONE_RUN | CLAIMS_FEW_RUNS));
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    /* What one of them says alone is too little. */
    static const double apart[RUNS] = { 2, 3, 4, 3, 3, 3 };
    file = made_claim(EQUALS, "'value':3", "");
    verdict = made_several(several, apart, 6, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_INCONCLUSIVE);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Fewer give none: what holds the intervals of each, and a mark. */
static void test_few_runs(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 2.8, 3.2 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_several(several, factors, 2, file);
    const struct estimate *estimate = &verdict.entry->decided->estimate;
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_true(verdict.entry->marks & CLAIMS_FEW_RUNS);
    assert_true(estimate->interval.low < 2.85 && estimate->interval.high > 3.15);
    claims_destroy(&verdict.claims);
    /* One of them has no samples: it is no unit. */
    several[1].cases[0].sample_count = 0;
    const struct run *const runs[] = { &several[0].run, &several[1].run };
    verdict = made_judge(runs, 2, file);
    assert_true(verdict.entry->marks & CLAIMS_ONE_RUN);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Wall times move between processes: of one, or few, only that counts which holds wherever they may
 * have moved. */
static void test_wall(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 2.9, 3, 3.1, 3, 3.1, 2.9 };
    static const char equals[] = "'a':'/slow','b':'/fast','relation':'equals','measure':'wall'";
    static const char less[] = "'a':'/fast','b':'/slow','relation':'less','measure':'wall'";
    made_slow_and_fast(&made, 3);
    made_check(&made, made_claim(equals, "'value':3", ""), VERDICT_INCONCLUSIVE, CLAIMS_ONE_RUN,
               "wall times move between runs, it may be across 3.75, where the band of the "
               "paper's ends; 6 runs may tell");
    made_check(&made, made_claim(equals, "'value':6", ""), VERDICT_DIRECTION_ONLY, 0, "");
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_MATCHES, 0, "");
    made_slow_and_fast(&made, 1.3);
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_INCONCLUSIVE, 0, "across 0.98");
    made.cases[0].sample_count = 4;
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_INCONCLUSIVE, 0,
               "n 4 gives no interval; 6 runs would");
    /* Below the band where it is, above it at the far end, and within it on the way. */
    made_slow_and_fast(&made, 1.27);
    made.run.device.name = "Paper GPU";
    made_check(
        &made,
        made_claim("'a':'/fast','b':'/slow','relation':'equals','measure':'wall'", "'value':1", ""),
        VERDICT_INCONCLUSIVE, 0, "");
    for (size_t count = 5; count <= 6; count++) {
        struct published *file = made_claim(equals, "'value':3", "");
        struct made_verdict verdict = made_several(several, factors, count, file);
        const struct estimate *estimate = &verdict.entry->decided->estimate;
        assert_int_equal(verdict.entry->verdict,
                         count < 6 ? VERDICT_INCONCLUSIVE : VERDICT_MATCHES);
        assert_int_equal(estimate->moves, count < 6);
        assert_true(estimate_moved(estimate, 1) == estimate->value * (count < 6 ? 1.5 : 1));
        assert_true(estimate_moved(estimate, 0) == estimate->value);
        assert_true(estimate_reach(estimate).low <= estimate->interval.low);
        assert_true((estimate_reach(estimate).high > estimate->interval.high) == (count < 6));
        claims_destroy(&verdict.claims);
        published_destroy(&file);
    }
}

/* So do times of the device, by 1.5 %. */
static void test_device_times(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 1.03, 1.03, 1.03, 1.03, 1.03, 1.03 };
    static const char less[] = "'a':'/fast','b':'/slow','relation':'less'";
    static const char move[] = "times move between runs by 1.5 %, it may be across 0.9804, where a "
                               "difference begins; 6 runs may tell";
    made_slow_and_fast(&made, 1.04);
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_MATCHES, CLAIMS_ONE_RUN, "");
    made_slow_and_fast(&made, 1.03);
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_INCONCLUSIVE, CLAIMS_ONE_RUN,
               move);
    made_slow_and_fast(&made, 1.01);
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_INCONCLUSIVE, CLAIMS_ONE_RUN,
               move);
    made_slow_and_fast(&made, 1);
    made_check(&made, made_claim(less, "'value':null", ""), VERDICT_NO_DIFFERENCE, CLAIMS_ONE_RUN,
               "");
    for (size_t count = 5; count <= 6; count++) {
        struct published *file = made_claim(less, "'value':null", "");
        struct made_verdict verdict = made_several(several, factors, count, file);
        const struct estimate *estimate = &verdict.entry->decided->estimate;
        assert_int_equal(estimate->moves, count < 6);
        assert_true(estimate_moves(estimate) == (count < 6 ? 1.015 : 1));
        assert_false(estimate->wall);
        claims_destroy(&verdict.claims);
        published_destroy(&file);
    }
}

/* Launches are processes: units as runs are. */
static void test_launches(void **state)
{
    (void)state;
    enum { LAUNCHES = 8, EACH = MADE_ROUNDS / LAUNCHES };
    static struct run_launch launches[LAUNCHES];
    made_slow_and_fast(&made, 3);
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].launches = launches;
        made.cases[k].launch_count = LAUNCHES;
        for (uint32_t i = 0; i < MADE_ROUNDS; i++) {
            made.of[k].samples[i].launch = i / EACH;
            made.of[k].samples[i].round = i % EACH;
            if (k == 0)
                made.of[k].samples[i].gpu_ns *= 1 + 0.01 * (i / EACH);
        }
    }
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_one(&made, file);
    const struct estimate *estimate = &verdict.entry->decided->estimate;
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_int_equal(estimate->processes, LAUNCHES);
    assert_false(verdict.entry->marks & (CLAIMS_ONE_RUN | CLAIMS_FEW_RUNS));
    assert_true(estimate->interval.low > 2.98 && estimate->interval.high < 3.25);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Each device for itself, in the order given. */
static void test_devices(void **state)
{
    (void)state;
    static const double factors[RUNS] = { 3, 1, 3 };
    const struct run *runs[3];
    for (size_t i = 0; i < 3; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        runs[i] = &several[i].run;
    }
    several[1].run.device.name = "Another GPU";
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_judge(runs, 3, file);
    assert_int_equal(verdict.claims->device_count, 2);
    assert_int_equal(verdict.claims->devices[0].run_count, 2);
    assert_int_equal(verdict.claims->devices[0].entries[0].verdict, VERDICT_MATCHES);
    assert_int_equal(verdict.claims->devices[1].entries[0].verdict, VERDICT_NO_DIFFERENCE);
    assert_string_equal(verdict.claims->devices[1].name, "Another GPU");
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* A process counts once, whatever its file is called: seed, start, device, commit and the
 * median of a case say which. */
static void test_again(void **state)
{
    (void)state;
    static const struct run_tool tools[] = { { .commit = "a" }, { .commit = "b" } };
    struct run_case cases[2] = { { .name = "x", .gpu = { .count = 9, .median = 5 } },
                                 { .name = "x", .gpu = { .count = 9, .median = 6 } } };
    struct run runs[4];
    const struct run *all[4], *first = NULL;
    for (size_t i = 0; i < 4; i++) {
        runs[i] = (struct run){ .tool = tools[0],
                                .session = { .seed = 1, .started = "2026-01-02T03:04:05Z" },
                                .device = { .uuid = "u" },
                                .cases = cases,
                                .case_count = 1 };
        all[i] = &runs[i];
    }
    runs[0].session.seed = 2;
    runs[1].session.started = "2026-01-02T03:04:06Z";
    runs[2].device.uuid = "v";
    assert_null(estimate_run_again(all, 4, &first));
    assert_null(estimate_run_again(all, 0, &first));
    runs[1].session.started = runs[3].session.started;
    assert_ptr_equal(estimate_run_again(all, 4, &first), &runs[3]);
    assert_ptr_equal(first, &runs[1]);
    runs[3].cases = cases + 1;
    assert_null(estimate_run_again(all, 4, &first));
    runs[3].cases = cases;
    runs[3].tool = tools[1];
    assert_null(estimate_run_again(all, 4, &first));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),    cmocka_unit_test(test_not_ok),
        cmocka_unit_test(test_software),   cmocka_unit_test(test_stand_in),
        cmocka_unit_test(test_absolute),   cmocka_unit_test(test_exact),
        cmocka_unit_test(test_untestable), cmocka_unit_test(test_twin),
        cmocka_unit_test(test_cold),       cmocka_unit_test(test_runs),
        cmocka_unit_test(test_few_runs),   cmocka_unit_test(test_launches),
        cmocka_unit_test(test_devices),    cmocka_unit_test(test_again),
        cmocka_unit_test(test_wall),       cmocka_unit_test(test_device_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
