/* SPDX-License-Identifier: MIT */
/* claims_series_test.c: claims along an axis, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

static struct made made;

/* Cases of one variant at these values of `n`, and what each takes. */
static void sweep(const char *variant, size_t count, const char *const *values,
                  const double *factors)
{
    for (size_t i = 0; i < count; i++)
        made_add(&made, "w", variant, "n", values[i], factors[i]);
}

static const char *const four[] = { "1", "2", "4", "16" };

static void test_argmin(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/v/','b':null,'relation':'argmin','along':'n'";
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 3, 2, 1, 2 });
    made_check(&made, made_claim(subject, "'value':4", ""), VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim(subject, "'value':16", ""), VERDICT_CONTRADICTS, 0, "");
    made_check(&made, made_claim(subject, "'value':8", ""), VERDICT_NOT_TESTABLE, 0,
               "no case at n:8");
    made_check(&made, made_claim(subject, "'value':3.5", ""), VERDICT_MATCHES, 0, "");
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 1, 1, 1, 1 });
    made_check(&made, made_claim(subject, "'value':4", ""), VERDICT_NO_DIFFERENCE, 0, "");
}

static void check_place(struct published *file, enum verdict wanted, double low, double high)
{
    struct made_verdict verdict = made_one(&made, file);
    assert_string_equal(verdict_name(verdict.entry->verdict), verdict_name(wanted));
    if (isnan(low))
        assert_true(isnan(verdict.entry->place_low));
    else
        assert_true(verdict.entry->place_low == low && verdict.entry->place_high == high);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* All that are not told from the least are the place, whichever of them is published: 0.4 % apart,
 * as another process may have one 1.5 % slower. */
static void test_argmin_span(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/v/','b':null,'relation':'argmin','along':'n'";
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 3, 1, 1, 2 });
    made_time(&made, 1, 1.004, 0);
    made_time(&made, 2, 1, 0);
    check_place(made_claim(subject, "'value':4", ""), VERDICT_MATCHES, 2, 4);
    check_place(made_claim(subject, "'value':2", ""), VERDICT_MATCHES, 2, 4);
    check_place(made_claim(subject, "'value':1", ""), VERDICT_CONTRADICTS, 2, 4);
    check_place(made_claim(subject, "'value':16", ""), VERDICT_CONTRADICTS, 2, 4);
    made_time(&made, 1, 1.02, 0.02); /* it may be slower, or not */
    check_place(made_claim(subject, "'value':4", ""), VERDICT_MATCHES, 4, 4);
    check_place(made_claim(subject, "'value':2", ""), VERDICT_INCONCLUSIVE, 4, 4);
    /* In another process the wall time of the least may be longer than theirs. */
    for (size_t i = 0; i < 4; i++)
        made.cases[i].by_wall = true;
    check_place(made_claim(subject, "'value':4", ""), VERDICT_INCONCLUSIVE, 4, 4);
    check_place(made_claim(subject, "'value':1", ""), VERDICT_CONTRADICTS, 4, 4);
    for (size_t i = 0; i < 4; i++)
        made.cases[i].by_wall = false;
    /* With rising it is the published value, or a larger one. */
    static const char rising[] = "'a':'/v/','b':null,'relation':'argmin','along':'n','rising':true";
    check_place(made_claim(rising, "'value':1", ""), VERDICT_MATCHES, 4, 4);
    check_place(made_claim(rising, "'value':4", ""), VERDICT_MATCHES, 4, 4);
    check_place(made_claim(rising, "'value':16", ""), VERDICT_CONTRADICTS, 4, 4);
}

/* Between the last value at which a is above b and the first behind it at which it is not. */
static void test_crossover(void **state)
{
    (void)state;
    static const char *const near_four[] = { "1", "3.6", "4", "16" };
    static const char subject[] =
        "'a':'/a/','b':'/b/','relation':'crossover','join':['n'],'along':'n'";
    made_init(&made);
    sweep("a", 4, near_four, (const double[]){ 8, 4, 2, 1 });
    sweep("b", 4, near_four, (const double[]){ 3, 3, 3, 3 });
    check_place(made_claim(subject, "'value':4", ""), VERDICT_MATCHES, 3.6, 4);
    check_place(made_claim(subject, "'value':16", ""), VERDICT_DIRECTION_ONLY, 3.6, 4);
    check_place(made_claim(subject, "'value':3.6,'factor':1.5", ""), VERDICT_INCONCLUSIVE, 1, 3.6);
    made_check(&made, made_claim(subject, "'value':3.6,'factor':1.5", ""), VERDICT_INCONCLUSIVE, 0,
               "no case in between tells where");
    check_place(made_claim(subject, "'value':null", ""), VERDICT_MATCHES, 3.6, 4);
    made_time(&made, 2, 3, 0.5); /* not told from b there */
    check_place(made_claim(subject, "'value':4", ""), VERDICT_INCONCLUSIVE, 3.6, 16);
    check_place(made_claim(subject, "'value':null", ""), VERDICT_MATCHES, 3.6, 16);
    made_init(&made);
    sweep("a", 4, four, (const double[]){ 8, 8, 8, 8 });
    sweep("b", 4, four, (const double[]){ 3, 3, 3, 3 });
    check_place(made_claim(subject, "'value':4", ""), VERDICT_CONTRADICTS, NAN, NAN);
    check_place(made_claim(subject, "'value':99", ""), VERDICT_INCONCLUSIVE, NAN, NAN);
    check_place(made_claim(subject, "'value':null", ""), VERDICT_CONTRADICTS, NAN, NAN);
    made_time(&made, 1, 2, 0.01); /* below in between alone, which is no place from which on */
    check_place(made_claim(subject, "'value':null", ""), VERDICT_CONTRADICTS, NAN, NAN);
    made_time(&made, 3, 2, 0.01);
    check_place(made_claim(subject, "'value':null", ""), VERDICT_MATCHES, 4, 16);
}

/* At the first value already: it may be there, or before. */
static void test_crossover_before(void **state)
{
    (void)state;
    static const char subject[] =
        "'a':'/a/','b':'/b/','relation':'crossover','join':['n'],'along':'n'";
    made_init(&made);
    sweep("a", 4, four, (const double[]){ 2, 2, 2, 2 });
    sweep("b", 4, four, (const double[]){ 3, 3, 3, 3 });
    check_place(made_claim(subject, "'value':null", ""), VERDICT_CONTRADICTS, 0, 1);
    check_place(made_claim(subject, "'value':1", ""), VERDICT_INCONCLUSIVE, 0, 1);
    check_place(made_claim(subject, "'value':4", ""), VERDICT_DIRECTION_ONLY, 0, 1);
}

/* Against one that has no such axis, at every value of it. */
static void test_crossover_of_one(void **state)
{
    (void)state;
    made_init(&made);
    sweep("a", 4, four, (const double[]){ 8, 4, 2, 1 });
    made_add(&made, "w", "b", NULL, NULL, 3);
    check_place(
        made_claim("'a':'/a/','b':'/b$','relation':'crossover','along':'n'", "'value':null", ""),
        VERDICT_MATCHES, 2, 4);
}

static void test_doubles(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/v/','b':null,'relation':'doubles','along':'n'";
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 1, 2, 4, 8 });
    made_check(&made, made_claim(subject, "'value':2", ""), VERDICT_MATCHES, 0, "");
    made_check(&made, made_claim(subject, "'value':3", ""), VERDICT_DIRECTION_ONLY, 0, "");
    made_check(&made, made_claim(subject, "'value':0.5", ""), VERDICT_CONTRADICTS, 0, "");
    made_time(&made, 3, 4, 0.01);
    made_check(&made, made_claim(subject, "'value':2", ""), VERDICT_INCONCLUSIVE, 0, "differ");
    made_time(&made, 3, 3, 0.01);
    struct published *file = made_claim(subject, "'value':2", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_CONTRADICTS);
    assert_string_equal(verdict.entry->decided->label, "n: 4 to 16");
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

/* By numbers, not by letters: 10x2 comes behind 9x2; and words are no points where there are
 * numbers. */
static void test_order(void **state)
{
    (void)state;
    made_init(&made);
    sweep("v", 4, (const char *const[]){ "10x2", "9x2", "10x10", "all" },
          (const double[]){ 2, 1, 3, 0.1 });
    made_check(&made,
               made_claim("'a':'/v/','b':null,'relation':'monotone','along':'n','rising':true",
                          "'value':null", ""),
               VERDICT_MATCHES, 0, "");
}

static void test_monotone(void **state)
{
    (void)state;
    static const char falls[] = "'a':'/v/','b':null,'relation':'monotone','along':'n'";
    static const char rises[] =
        "'a':'/v/','b':null,'relation':'monotone','along':'n','rising':true";
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 4, 2, 2, 1 });
    made_check(&made, made_claim(rises, "'value':null", ""), VERDICT_CONTRADICTS, 0, "");
    made_check(&made, made_claim(falls, "'value':null", ""), VERDICT_MATCHES, 0, "");
    made_time(&made, 2, 1.5, 0.01);
    made_check(&made, made_claim(falls, "'value':null", ""), VERDICT_MATCHES, 0, "");
    made_time(&made, 1, 5, 0.01);
    made_check(&made, made_claim(falls, "'value':null", ""), VERDICT_CONTRADICTS, 0, "");
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 1, 1, 1, 1 });
    made_check(&made, made_claim(falls, "'value':null", ""), VERDICT_NO_DIFFERENCE, 0, "");
    made_check(&made, made_claim(rises, "'value':null", ""), VERDICT_NO_DIFFERENCE, 0, "");
}

/* Of a quotient: b falls faster than a. */
static void test_monotone_ratio(void **state)
{
    (void)state;
    made_init(&made);
    sweep("a", 4, four, (const double[]){ 8, 4, 2, 1 });
    sweep("b", 4, four, (const double[]){ 64, 16, 4, 1 });
    made_check(&made,
               made_claim("'a':'/a/','b':'/b/','relation':'monotone','along':'n','rising':true",
                          "'value':null", ""),
               VERDICT_MATCHES, 0, "");
    struct published *file =
        made_claim("'a':'/a/','b':'/b/','relation':'monotone','along':'n'", "'value':null", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_CONTRADICTS);
    assert_int_equal(verdict.entry->pair_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(fabs(verdict.entry->pairs[i].estimate.value - 2) < 0.05);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
}

static void test_local_maximum(void **state)
{
    (void)state;
    static const char subject[] =
        "'a':'/v/','b':null,'relation':'local_maximum','along':'n','within':[2,4]";
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 5, 4, 6, 1 });
    made_check(&made, made_claim(subject, "'value':null", ""), VERDICT_MATCHES, 0, "");
    made_time(&made, 2, 3, 0.01);
    made_check(&made, made_claim(subject, "'value':null", ""), VERDICT_CONTRADICTS, 0, "");
    made_time(&made, 1, 5, 0.9);
    made_check(&made, made_claim(subject, "'value':null", ""), VERDICT_INCONCLUSIVE, 0, "");
    made_init(&made); /* it goes up on one side, and does not come down on the other */
    sweep("v", 4, four, (const double[]){ 5, 4, 6, 7 });
    made_check(&made, made_claim(subject, "'value':null", ""), VERDICT_CONTRADICTS, 0, "");
    made_check(&made,
               made_claim("'a':'/v/','b':null,'relation':'local_maximum','along':'n',"
                          "'within':[5,9]",
                          "'value':null", ""),
               VERDICT_NOT_TESTABLE, 0, "no case of n within 5 and 9");
}

/* Series are told apart by all but the axis. */
static void test_two_series(void **state)
{
    (void)state;
    static const char subject[] = "'a':'/[uv]/','b':null,'relation':'doubles','along':'n'";
    made_init(&made);
    sweep("v", 2, four, (const double[]){ 1, 2 });
    sweep("u", 2, four, (const double[]){ 7, 14 });
    struct published *file = made_claim(subject, "'value':2", "");
    struct made_verdict verdict = made_one(&made, file);
    assert_int_equal(verdict.entry->verdict, VERDICT_MATCHES);
    assert_int_equal(verdict.entry->pair_count, 2);
    claims_destroy(&verdict.claims);
    published_destroy(&file);
    made_init(&made);
    sweep("v", 1, four, (const double[]){ 1 });
    made_check(&made, made_claim(subject, "'value':2", ""), VERDICT_NOT_TESTABLE, 0,
               "no two cases of it belong together");
}

/* Values that the claim does not speak of are none of its rows. */
static void test_range(void **state)
{
    (void)state;
    made_init(&made);
    sweep("v", 4, four, (const double[]){ 1, 2, 4, 1 });
    char message[PUBLISHED_MESSAGE_BYTES];
    json_t *document =
        made_json("{'schema_version':1,'paper':{'id':'p'},'claims':[{'id':'p.c','statement':'s',"
                  "'range':{'n':[1,4]},'tolerance':{'same_device':0.1,'other_device':0.1},"
                  "'subject':{'a':'/v/','b':null,'measure':'gpu','relation':'doubles','along':'n'},"
                  "'published':{'value':2}}]}");
    struct published *file = published_read(document, "made.json", message);
    json_decref(document);
    assert_non_null(file);
    made_check(&made, file, VERDICT_MATCHES, 0, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_argmin),
        cmocka_unit_test(test_argmin_span),
        cmocka_unit_test(test_crossover),
        cmocka_unit_test(test_crossover_before),
        cmocka_unit_test(test_crossover_of_one),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_monotone_ratio),
        cmocka_unit_test(test_local_maximum),
        cmocka_unit_test(test_two_series),
        cmocka_unit_test(test_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
