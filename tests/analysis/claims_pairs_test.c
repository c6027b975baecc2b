/* SPDX-License-Identifier: MIT */
/* claims_pairs_test.c: claims about pairs, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

#include "harness/record/case_fields.h"

#define EQUALS "'a':'/slow','b':'/fast','relation':'equals'"

static struct made made;

static void test_ratio(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_MATCHES, CLAIMS_ONE_RUN, "");
    made_check(&made, made_claim(EQUALS, "'value':6", ""), VERDICT_DIRECTION_ONLY, CLAIMS_ONE_RUN,
               " of the published size");
    made_check(&made, made_claim(EQUALS, "'value':0.5", ""), VERDICT_CONTRADICTS, 0, "opposite");
    made_check(&made, made_claim(EQUALS, "'value':1", ""), VERDICT_CONTRADICTS, 0, "another size");
    made_check(&made, made_claim(EQUALS, "'value':1.1", ""), VERDICT_CONTRADICTS, CLAIMS_SIZE_OPEN,
               "");
    made_slow_and_fast(&made, 1);
    made_check(&made, made_claim(EQUALS, "'value':6", ""), VERDICT_NO_DIFFERENCE, 0, "");
    made_check(&made, made_claim(EQUALS, "'value':1", ""), VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim(EQUALS, "'value':1.1", ""), VERDICT_MATCHES, CLAIMS_SIZE_OPEN, "");
}

/* A quarter elsewhere, a tenth on the paper's own device, which is named up to a comma. */
static void test_tolerance(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_check(&made, made_claim(EQUALS, "'value':3.6", ""), VERDICT_MATCHES, 0, "");
    made.run.device.name = "Paper GPU";
    made_check(&made, made_claim(EQUALS, "'value':3.6", ""), VERDICT_DIRECTION_ONLY, 0,
               "same direction");
    made_check(&made, made_claim(EQUALS, "'value':3.2", ""), VERDICT_MATCHES, 0, "");
}

/* By its own common rounds: no other ratio has a say, nor that the baseline has failed. */
static void test_rounds(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 1);
    made_add(&made, "w", "baseline", NULL, NULL, 1);
    made.cases[2].baseline = true;
    made.cases[2].status = BENCH_FAILED_VERIFY;
    case_drop_times(&made.cases[2]);
    made_check(&made, made_claim(EQUALS, "'value':1", ""), VERDICT_MATCHES, 0, "");
    /* The rounds of one that goes on when the other has ended are twice as slow. */
    made.cases[1].sample_count = 20;
    for (size_t i = 20; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].gpu_ns *= 2;
    made_summarize(&made.cases[0]);
    struct published *file = made_claim(EQUALS, "'value':1", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_string_equal(verdict_name(verdict.entry->verdict), "MATCHES");
    assert_int_equal(verdict.entry->decided->estimate.n, 20);
    assert_true(verdict.entry->decided->estimate.same_rounds);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* Of two workloads: two intervals of 97.5 %, which need 7 samples, and a mark. */
static void test_two_groups(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.cases[1].workload = "another";
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_MATCHES, CLAIMS_OTHER_ROUNDS,
               "");
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_one(&made, file);
    const struct estimate *estimate = &verdict.entry->decided->estimate;
    const double apart = estimate->interval.high / estimate->interval.low;
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made.cases[1].workload = "w";
    file = made_claim(EQUALS, "'value':3", "");
    verdict = made_one(&made, file);
    estimate = &verdict.entry->decided->estimate;
    /* What rounds have in common cancels there alone. */
    assert_true(apart - 1 > 2 * (estimate->interval.high / estimate->interval.low - 1));
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made.cases[1].workload = "another";
    made.cases[0].sample_count = 6;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_INCONCLUSIVE,
               CLAIMS_OTHER_ROUNDS, "n 6 gives no interval; 7 would");
    made.cases[1].workload = "w";
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_MATCHES, 0, "");
}

static void test_few_samples(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made.cases[0].sample_count = 5;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_INCONCLUSIVE, 0,
               "n 5 gives no interval; 6 would");
    made.cases[0].sample_count = 1;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_INCONCLUSIVE, 0,
               "n 1 gives no interval");
    made.cases[0].sample_count = 0;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_NOT_TESTABLE, 0,
               "no run has judged");
}

/* Wider than the band, and how many samples would do. */
static void test_wide(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_time(&made, 0, 3, 1.8);
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_INCONCLUSIVE, 0,
               "the interval is wider than the band of the paper's; about ");
}

static void test_throttled(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    for (size_t i = 0; i < 10; i++) {
        made.of[0].samples[i].gpu_ns *= 9;
        made.of[0].samples[i].throttled = true;
    }
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->decided->estimate.n, MADE_ROUNDS - 10);
    assert_false(verdict.entry->marks & CLAIMS_THROTTLED);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].throttled = true;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_NOT_TESTABLE, 0, "no run has");
    made.cases[0].clock.throttled_count = true;
    made_time(&made, 0, 3, 0.01);
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_MATCHES, CLAIMS_THROTTLED, "");
}

/* A time of 0, as kind cpu has of the GPU, is none. */
static void test_zero_time(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[1].samples[i].gpu_ns = 0;
    made_check(&made, made_claim(EQUALS, "'value':3", ""), VERDICT_NOT_TESTABLE, 0, "no run has");
    made.cases[1].by_wall = true; /* both by wall time then */
    made_check(&made, made_claim(EQUALS, "'value':6", ""), VERDICT_DIRECTION_ONLY, 0, "");
}

static void test_bounds(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_check(&made, made_claim("'a':'/slow','b':'/fast','relation':'at_least'", "'value':2", ""),
               VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim("'a':'/slow','b':'/fast','relation':'at_least'", "'value':3", ""),
               VERDICT_MATCHES, 0, ""); /* a quarter less would do */
    made_check(&made,
               made_claim("'a':'/slow','b':'/fast','relation':'at_least'", "'value':3.75", ""),
               VERDICT_INCONCLUSIVE, 0, "too near to tell: between 2.941 and 3.06");
    made_check(&made, made_claim("'a':'/slow','b':'/fast','relation':'at_least'", "'value':4", ""),
               VERDICT_CONTRADICTS, 0, "");
    made_check(&made, made_claim("'a':'/slow','b':'/fast','relation':'at_most'", "'value':4", ""),
               VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim("'a':'/slow','b':'/fast','relation':'at_most'", "'value':2", ""),
               VERDICT_CONTRADICTS, 0, "");
}

/* Of 4 us that slow takes more, 1 is the device's: its wall times are 2 and 6, and it takes 1 and
 * 2 of them. */
static void test_host_share(void **state)
{
    (void)state;
    static const char subject[] =
        "'a':'/fast','b':'/slow','measure':'host_share','relation':'at_least'";
    made_slow_and_fast(&made, 2);
    for (size_t i = 0; i < MADE_ROUNDS; i++)
        made.of[0].samples[i].wall_ns *= 1.5;
    made_summarize(&made.cases[0]);
    made_check(&made, made_claim(subject, "'value':0.7", ""), VERDICT_MATCHES, CLAIMS_ONE_RUN, "");
    made_check(&made, made_claim(subject, "'value':0.9375", ""), VERDICT_INCONCLUSIVE, 0, "");
    made_check(&made, made_claim(subject, "'value':0.98", ""), VERDICT_INCONCLUSIVE, 0,
               "wall times move between runs");
    made_check(&made, made_claim(subject, "'value':1.1", ""), VERDICT_CONTRADICTS, 0, "");
    struct published *file = made_claim(subject, "'value':0.7", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_true(fabs(verdict.entry->decided->estimate.value - 0.75) < 0.005);
    assert_true(verdict.entry->decided->estimate.same_rounds);
    claims_destroy(&verdict.claims);
    made.cases[1].workload = "another"; /* no rounds are the same: nothing is saved there */
    verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_NOT_TESTABLE);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made_slow_and_fast(&made, 0.5); /* a takes more: nothing is saved */
    made_check(&made, made_claim(subject, "'value':0.5", ""), VERDICT_NOT_TESTABLE, 0, "");
}

/* Every a below every b; what goes otherwise stands for all. */
static void test_less(void **state)
{
    (void)state;
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "faster", NULL, NULL, 0.5);
    made_check(&made, made_claim("'a':'/fast','b':'/slow','relation':'less'", "'value':null", ""),
               VERDICT_MATCHES, 0, "");
    struct published *file =
        made_claim("'a':'/fast$','b':'/(slow|faster)','relation':'less'", "'value':null", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_CONTRADICTS);
    assert_int_equal(verdict.entry->pair_count, 2);
    assert_string_equal(verdict.entry->decided->b, "t.b/faster");
    assert_string_equal(verdict.entry->decided->label, "faster");
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made_time(&made, 2, 1, 0.01);
    made_check(&made,
               made_claim("'a':'/fast$','b':'/faster','relation':'less'", "'value':null", ""),
               VERDICT_NO_DIFFERENCE, 0, "");
    made_check(
        &made,
        made_claim("'a':'/fast$','b':'/(slow|faster)','relation':'less'", "'value':null", ""),
        VERDICT_INCONCLUSIVE, 0, "its cases differ among themselves");
}

/* Scene by scene: a is below its own b, and above another's. */
static void test_join(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/a/','b':'/b/','relation':'less_each','join':['scene']";
    made_init(&made);
    made_add(&made, "w1", "a", "scene", "one", 1);
    made_add(&made, "w1", "b", "scene", "one", 2);
    made_add(&made, "w2", "a", "scene", "two", 5);
    made_add(&made, "w2", "b", "scene", "two", 9);
    made_add(&made, "w3", "a", "scene", "alone", 99);
    made_check(&made, made_claim(subject, "'value':null", ""), VERDICT_MATCHES, 0, "");
    struct published *file = made_claim("'a':'/b/','b':'/a/','relation':'equals','join':['scene']",
                                        "'value':null,'values':{'one':2,'two':1.8}", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_int_equal(verdict.entry->pair_count, 2);
    assert_string_equal(verdict.entry->pairs[1].label, "scene:two");
    assert_true(verdict.entry->pairs[0].published == 2 && verdict.entry->pairs[1].published == 1.8);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    /* Of one of them the size is not told from 1. */
    made_check(&made,
               made_claim("'a':'/b/','b':'/a/','relation':'equals','join':['scene']",
                          "'value':null,'values':{'one':2,'two':1.2}", ""),
               VERDICT_CONTRADICTS, CLAIMS_SIZE_OPEN, "");
    made_check(&made,
               made_claim("'a':'/b/','b':'/a/','relation':'equals','join':['scene']",
                          "'value':null,'values':{'none':2}", ""),
               VERDICT_NOT_TESTABLE, 0, "no two cases");
}

/* The largest over the smallest. */
static void test_extremes(void **state)
{
    (void)state;
    made_init(&made);
    made_add(&made, "w", "v1", NULL, NULL, 1);
    made_add(&made, "w", "v2", NULL, NULL, 0.5);
    made_add(&made, "w", "v3", NULL, NULL, 1.5);
    struct published *file =
        made_claim("'a':'/v','b':'/v','relation':'equals','extremes':true", "'value':3", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->pair_count, 1);
    assert_string_equal(verdict.entry->decided->a, "t.b/v3");
    assert_string_equal(verdict.entry->decided->b, "t.b/v2");
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio),       cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_rounds),      cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_few_samples), cmocka_unit_test(test_wide),
        cmocka_unit_test(test_throttled),   cmocka_unit_test(test_zero_time),
        cmocka_unit_test(test_bounds),      cmocka_unit_test(test_host_share),
        cmocka_unit_test(test_less),        cmocka_unit_test(test_join),
        cmocka_unit_test(test_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
