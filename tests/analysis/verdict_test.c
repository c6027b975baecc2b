/* SPDX-License-Identifier: MIT */
/* verdict_test.c: every row of the rules, by intervals made up here, on both sides of each edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/analysis/claims/verdict.h"

#include <math.h>

#define MATCHES VERDICT_MATCHES
#define DIRECTION VERDICT_DIRECTION_ONLY
#define NONE VERDICT_NO_DIFFERENCE
#define CONTRADICTS VERDICT_CONTRADICTS
#define OPEN VERDICT_INCONCLUSIVE

static const struct verdict_rule other = { 0.25, false }, own = { 0.1, false }, exact = { 0, true };

static struct stats_interval from(double low, double high)
{
    return (struct stats_interval){ low, high };
}

#define CHECK(verdict, wanted) assert_string_equal(verdict_name(verdict), verdict_name(wanted))

/* Published 6 within a quarter: 4.8 to 7.5. */
static void test_ratio(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        enum verdict wanted;
    } rows[] = {
        { 5.9, 6.1, MATCHES },        { 4.7, 4.81, MATCHES },
        { 7.49, 7.6, MATCHES },       { 4.6, 4.79, DIRECTION },
        { 7.51, 7.6, DIRECTION },     { 1.021, 1.03, DIRECTION },
        { 1.019, 1.03, OPEN },        { 0.99, 1.01, NONE },
        { 0.981, 1.0199, NONE },      { 0.97, 1.01, OPEN },
        { 0.97, 0.979, CONTRADICTS }, { 0.97, 0.981, OPEN },
        { 0.1, 0.11, CONTRADICTS },   { 5, 7.9, OPEN },
        { 5, 7.8, MATCHES },          { 0.1, 0.16, OPEN },
        { NAN, NAN, OPEN },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(verdict_ratio(from(rows[i].low, rows[i].high), 6, other), rows[i].wanted);
        /* Turned round, it is the same claim. */
        CHECK(verdict_ratio(from(1 / rows[i].high, 1 / rows[i].low), 1 / 6.0, other),
              rows[i].wanted);
    }
    CHECK(verdict_ratio(from(5.4, 5.44), 6, own), DIRECTION);
    CHECK(verdict_ratio(from(5.4, 5.46), 6, own), MATCHES);
    CHECK(verdict_ratio(from(5, 6.1), 6, own), OPEN); /* wider than 1.21 */
}

/* No difference is the match. */
static void test_ratio_of_one(void **state)
{
    (void)state;
    CHECK(verdict_ratio(from(0.99, 1.01), 1, own), MATCHES);
    CHECK(verdict_ratio(from(0.99, 1.01), 1.02, own), MATCHES);
    CHECK(verdict_ratio(from(0.99, 1.01), 0.985, own), MATCHES);
    CHECK(verdict_ratio(from(1.05, 1.09), 1, own), MATCHES);
    CHECK(verdict_ratio(from(1.09, 1.12), 1, own), OPEN); /* it may be beyond */
    CHECK(verdict_ratio(from(0.95, 1.12), 1, own), OPEN);
    CHECK(verdict_ratio(from(0.93, 0.95), 1, own), MATCHES); /* there is no other direction */
    CHECK(verdict_ratio(from(1.11, 1.12), 1, own), CONTRADICTS);
    CHECK(verdict_ratio(from(0.89, 0.9), 1, own), CONTRADICTS);
    CHECK(verdict_ratio(from(0.9, 1.1), 1, own), OPEN);
    /* What is not told apart never contradicts, however narrow the band. */
    CHECK(verdict_ratio(from(1.005, 1.01), 1, (struct verdict_rule){ 0, false }), OPEN);
    CHECK(verdict_ratio(from(1.005, 1.005), 1, (struct verdict_rule){ 0, false }), MATCHES);
}

/* 1.09 within a quarter: 0.872 to 1.3625. */
static void test_ratio_near_one(void **state)
{
    (void)state;
    CHECK(verdict_ratio(from(1.05, 1.06), 1.09, other), MATCHES);
    CHECK(verdict_ratio(from(0.99, 1.01), 1.09, other), MATCHES);
    CHECK(verdict_ratio(from(0.95, 0.97), 1.09, other), CONTRADICTS);
    CHECK(verdict_ratio(from(1.37, 1.4), 1.09, other), CONTRADICTS);
    CHECK(verdict_ratio(from(0.9, 1.5), 1.09, other), OPEN);
    /* Not as wide as the band, and on both sides of its end: neither so nor not so. */
    CHECK(verdict_ratio(from(0.78, 1.11), 1.22, other), OPEN);
    CHECK(verdict_ratio(from(1.2, 1.55), 1.22, other), OPEN);
    CHECK(verdict_ratio(from(0.98, 1.5), 1.22, other), MATCHES);
    assert_true(verdict_size_open(1.22, other) && verdict_size_open(1 / 1.22, other));
    assert_false(verdict_size_open(1.26, other) || verdict_size_open(1.01, other));
    assert_false(verdict_size_open(NAN, other));
    CHECK(verdict_ratio(from(1.37, 1.4), 1.3, other), MATCHES); /* its band begins above 1 */
    CHECK(verdict_ratio(from(1.7, 1.75), 1.3, other), DIRECTION);
}

static void test_value(void **state)
{
    (void)state;
    CHECK(verdict_value(from(9.2, 9.3), 10, own), MATCHES);
    CHECK(verdict_value(from(9, 9.05), 10, own), CONTRADICTS);
    CHECK(verdict_value(from(9, 12), 10, own), OPEN);
    CHECK(verdict_value(from(NAN, NAN), 10, own), OPEN);
    CHECK(verdict_value(from(31, 31), 31, exact), MATCHES);
    CHECK(verdict_value(from(32, 32), 31, exact), CONTRADICTS);
    CHECK(verdict_value(from(32, 32), 31, (struct verdict_rule){ 0.04, true }), MATCHES);
    CHECK(verdict_value(from(0, 0), 0, exact), MATCHES);
    CHECK(verdict_value(from(1, 1), 0, exact), CONTRADICTS);
    CHECK(verdict_value(from(-2, -2), -2, own), MATCHES);
}

static void test_bounds(void **state)
{
    (void)state;
    static const struct verdict_rule strict = { 0, false };
    CHECK(verdict_at_least(from(1.33, 1.4), 1.3, strict), MATCHES);
    CHECK(verdict_at_least(from(1.31, 1.4), 1.3, strict), OPEN);
    CHECK(verdict_at_least(from(1.2, 1.28), 1.3, strict), OPEN);
    CHECK(verdict_at_least(from(1.2, 1.27), 1.3, strict), CONTRADICTS);
    CHECK(verdict_at_least(from(NAN, NAN), 1.3, strict), OPEN);
    CHECK(verdict_at_most(from(1.2, 1.27), 1.3, strict), MATCHES);
    CHECK(verdict_at_most(from(1.2, 1.28), 1.3, strict), OPEN);
    CHECK(verdict_at_most(from(1.31, 1.4), 1.3, strict), OPEN);
    CHECK(verdict_at_most(from(1.33, 1.4), 1.3, strict), CONTRADICTS);
    CHECK(verdict_at_most(from(NAN, NAN), 1.3, strict), OPEN);
    /* A tolerance of a tenth: at least 1.18, at most 1.43. */
    CHECK(verdict_at_least(from(1.21, 1.22), 1.3, own), MATCHES);
    CHECK(verdict_at_least(from(1.17, 1.2), 1.3, own), OPEN);
    CHECK(verdict_at_least(from(1.1, 1.15), 1.3, own), CONTRADICTS);
    CHECK(verdict_at_most(from(1.38, 1.4), 1.3, own), MATCHES);
    CHECK(verdict_at_most(from(1.42, 1.44), 1.3, own), OPEN);
    CHECK(verdict_at_most(from(1.46, 1.5), 1.3, own), CONTRADICTS);
    /* A bound of 1 is one of direction: no difference is on its side, and there is one edge. */
    CHECK(verdict_at_most(from(0.99, 1.0199), 1, strict), MATCHES);
    CHECK(verdict_at_most(from(0.5, 0.6), 1, strict), MATCHES);
    CHECK(verdict_at_most(from(1.01, 1.021), 1, strict), OPEN);
    CHECK(verdict_at_most(from(1.021, 1.03), 1, strict), CONTRADICTS);
    CHECK(verdict_at_most(from(1.02, 1.09), 1, own), MATCHES);
    CHECK(verdict_at_most(from(1.09, 1.11), 1, own), OPEN);
    CHECK(verdict_at_most(from(1.101, 1.11), 1, own), CONTRADICTS);
    CHECK(verdict_at_least(from(0.981, 1.01), 1, strict), MATCHES);
    CHECK(verdict_at_least(from(0.97, 0.99), 1, strict), OPEN);
    CHECK(verdict_at_least(from(0.97, 0.979), 1, strict), CONTRADICTS);
    CHECK(verdict_at_least(from(NAN, NAN), 1, strict), OPEN);
    CHECK(verdict_at_least(from(0.999, 0.999), 1, exact), CONTRADICTS);
    /* It asks for a gain: that none is lost is not enough. */
    CHECK(verdict_at_least(from(0.985, 0.99), 1.02, (struct verdict_rule){ 0.02, false }), OPEN);
    CHECK(verdict_at_most(from(1.01, 1.015), 0.98, (struct verdict_rule){ 0.02, false }), OPEN);
    CHECK(verdict_at_most(from(20, 20), 20, exact), MATCHES);
    CHECK(verdict_at_most(from(21, 21), 20, exact), CONTRADICTS);
    CHECK(verdict_at_most(from(21, 21), 20, (struct verdict_rule){ 0.1, true }), MATCHES);
    CHECK(verdict_at_least(from(20, 20), 20, exact), MATCHES);
    CHECK(verdict_at_least(from(19, 19), 20, exact), CONTRADICTS);
    CHECK(verdict_at_least(from(0, 0), 0, exact), MATCHES);
}

static void test_less(void **state)
{
    (void)state;
    CHECK(verdict_less(from(0.9, 0.97), own), MATCHES);
    CHECK(verdict_less(from(0.9, 0.985), own), OPEN);
    CHECK(verdict_less(from(0.99, 1.01), own), NONE);
    CHECK(verdict_less(from(1.01, 1.03), own), OPEN);
    CHECK(verdict_less(from(1.03, 1.04), own), CONTRADICTS);
    CHECK(verdict_less(from(NAN, NAN), own), OPEN);
    CHECK(verdict_less(from(0.999, 0.999), exact), MATCHES);
    CHECK(verdict_less(from(1, 1), exact), NONE);
    CHECK(verdict_less(from(1.001, 1.001), exact), CONTRADICTS);
    CHECK(verdict_less(from(INFINITY, INFINITY), exact), CONTRADICTS);
    CHECK(verdict_no_more(from(0.9, 1.01), own), MATCHES);
    CHECK(verdict_no_more(from(0.9, 1.03), own), OPEN);
    CHECK(verdict_no_more(from(0.99, 1.01), own), NONE);
    CHECK(verdict_no_more(from(1.03, 1.04), own), CONTRADICTS);
}

static void test_place(void **state)
{
    (void)state;
    CHECK(verdict_place(250000, 250000, 250000, own), MATCHES);
    CHECK(verdict_place(240000, 260000, 250000, own), MATCHES);
    CHECK(verdict_place(100000, 250000, 250000, own), OPEN);
    CHECK(verdict_place(64, 64, 250000, own), DIRECTION);
    CHECK(verdict_place(250000, INFINITY, 250000, own), OPEN);
    CHECK(verdict_place(NAN, INFINITY, 250000, own), CONTRADICTS);
    CHECK(verdict_place(1024, 4096, NAN, own), MATCHES);
    CHECK(verdict_place(1024, INFINITY, NAN, own), OPEN);
}

static enum verdict all_of(size_t contradicts, size_t none, size_t matches, size_t direction,
                           size_t open, size_t missing)
{
    const size_t counts[VERDICT_COUNT] = {
        [CONTRADICTS] = contradicts, [NONE] = none, [MATCHES] = matches,
        [DIRECTION] = direction,     [OPEN] = open, [VERDICT_NOT_TESTABLE] = missing
    };
    return verdict_all(counts);
}

static void test_all(void **state)
{
    (void)state;
    CHECK(all_of(0, 0, 0, 0, 0, 0), VERDICT_NOT_TESTABLE);
    CHECK(all_of(0, 0, 0, 0, 0, 2), VERDICT_NOT_TESTABLE);
    CHECK(all_of(0, 0, 3, 0, 0, 0), MATCHES);
    CHECK(all_of(1, 0, 8, 0, 3, 0), CONTRADICTS);
    CHECK(all_of(0, 3, 0, 0, 0, 0), NONE);
    CHECK(all_of(0, 1, 2, 0, 0, 0), OPEN);
    CHECK(all_of(0, 0, 2, 1, 0, 0), DIRECTION);
    CHECK(all_of(0, 0, 2, 0, 1, 0), OPEN);
    CHECK(all_of(0, 0, 2, 0, 0, 1), OPEN);
}

static void test_needed(void **state)
{
    (void)state;
    /* Twice as wide as it may be: four times the samples. */
    const double wide = exp(2 * log(1.1));
    assert_int_equal(verdict_needed(from(1 / wide, wide), NAN, 10, own), 40);
    assert_int_equal(verdict_needed(from(1 / wide, wide), exp(4 * log(1.1)), 10, own), 0);
    assert_int_equal(verdict_needed(from(1 / wide, wide), 1, 10, own), 0);
    assert_int_equal(verdict_needed(from(NAN, NAN), 1, 10, own), 0);
    assert_int_equal(verdict_needed(from(0, 1), 1, 10, own), 0);
}

static void test_names(void **state)
{
    (void)state;
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++)
        assert_int_equal(verdict_find(verdict_name((enum verdict)verdict)), verdict);
    assert_int_equal(verdict_find("matches"), VERDICT_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratio),          cmocka_unit_test(test_ratio_of_one),
        cmocka_unit_test(test_ratio_near_one), cmocka_unit_test(test_value),
        cmocka_unit_test(test_bounds),         cmocka_unit_test(test_less),
        cmocka_unit_test(test_place),          cmocka_unit_test(test_all),
        cmocka_unit_test(test_needed),         cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
