/* SPDX-License-Identifier: MIT */
/* claims_cases_test.c: pairs joined to cases, and cases to the word of a claim. */
#include "tests/analysis/claims_made.h"

static struct made made;

static void check(const char *members, const char *wanted)
{
    made_check(&made, made_claim(members), wanted, 0, "");
}

static struct made_verdict scenes_judge(const char *members)
{
    return made_one(&made, made_claim(members));
}

/* Scene by scene: k of n, from the worst to the best. */
TEST(test_cases)
{
#define SCENES "'a':'/b/','b':'/a/','says':'slower','join':['scene']"
    static const struct {
        const char *members, *wanted;
        size_t held;
        double shown;
    } rows[] = {
        { SCENES, "CONFIRMED", 3, 1.8 },
        { SCENES ",'of':'every'", "CONFIRMED", 3, 1.8 },
        { SCENES ",'value':2.9", "WEAKER or CONFIRMED", 2, 1.8 / 1 },
        { SCENES ",'value':2.9,'of':'every'", "WEAKER", 2, 1.8 },
        { SCENES ",'value':2.9,'of':'any'", "CONFIRMED", 2, 3.5 },
        { SCENES ",'who':'b'", "CONTRADICTED", 0, 1 / 6.0 },
    };
    made_init(&made);
    made_add(&made, "w1", "a", "scene", "one", 1);
    made_add(&made, "w1", "b", "scene", "one", 2.5);
    made_add(&made, "w2", "a", "scene", "two", 5);
    made_add(&made, "w2", "b", "scene", "two", 9);
    made_add(&made, "w3", "a", "scene", "four", 1);
    made_add(&made, "w3", "b", "scene", "four", 3.5);
    made_add(&made, "w4", "a", "scene", "alone", 99);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct made_verdict verdict = scenes_judge(rows[i].members);
        const struct claims_reading *reading = &verdict.entry->readings[0];
        made_words(verdict.entry->verdict, rows[i].wanted);
        assert_int_equal(reading->case_count, 3);
        assert_int_equal(reading->pair_count, 3);
        assert_int_equal(reading->held, rows[i].held);
        if (i < 5) {
            made_near(reading->r_low, 1.8);
            made_near(reading->r_high, 3.5);
            assert_string_equal(verdict.shown->key, rows[i].shown > 2 ? "four" : "two");
        }
        made_finish(&verdict);
    }
    made_time(&made, 1, 1, 0.01); /* not seen there */
    check(SCENES, "MIXED");
    check(SCENES ",'of':'every'", "NOT SEEN");
    check(SCENES ",'of':'any'", "CONFIRMED");
    made_time(&made, 3, 1, 0.01); /* the opposite there */
    check(SCENES, "MIXED");
    check(SCENES ",'of':'every'", "CONTRADICTED");
    made_time(&made, 5, 1, 0.01);
    check(SCENES, "CONTRADICTED or NOT SEEN"); /* none holds */
    check(SCENES ",'of':'any'", "NOT SEEN");
}

/* A claim over a free axis has one word where all settings agree, else all of them, and none where
 * a setting is missing: nobody picks the one that suits. */
TEST(test_settings)
{
#define FREE "'a':'/a','b':'/b','says':'faster','value':3,'free':{'depth':['3','4','5']}"
    made_init(&made);
    made_add(&made, "w", "b", NULL, NULL, 30);
    made_add(&made, "w", "a", "depth", "3", 10);
    made_add(&made, "w", "a", "depth", "4", 11);
    made_check(&made, made_claim(FREE), "NOT TESTABLE", 0, "depth: 2 of 3 settings are testable");
    made_add(&made, "w", "a", "depth", "5", 9);
    made_check(&made, made_claim(FREE), "CONFIRMED", 0, "");
    made_time(&made, 3, 60, 0.01);
    struct made_verdict verdict = scenes_judge(FREE);
    made_words(verdict.entry->verdict, "CONTRADICTED or CONFIRMED");
    assert_true(verdict.entry->marks & CLAIMS_FREE);
    assert_int_equal(verdict.entry->readings[0].case_count, 1);
    assert_int_equal(verdict.entry->readings[0].settings, 3);
    made_near(verdict.entry->readings[0].r_low, 0.5);
    made_finish(&verdict);
    made_add(&made, "w", "c", "depth", "3", 10); /* sides of one setting are a pair */
    made_add(&made, "w", "c", "depth", "4", 11);
    made_add(&made, "w", "c", "depth", "5", 60);
    made_check(&made,
               made_claim("'a':'/a','b':'/c','says':'as_fast','free':{'depth':['3','4','5']}"),
               "CONFIRMED", 0, "");
}

/* Pairs that share the values of the join are one case. */
TEST(test_pairs_of_a_case)
{
    made_init(&made);
    made_add(&made, "w1", "a", "scene", "one", 1);
    made_add(&made, "w1", "b1", "scene", "one", 2);
    made_add(&made, "w1", "b2", "scene", "one", 3);
    made_add(&made, "w2", "a", "scene", "two", 1);
    made_add(&made, "w2", "b1", "scene", "two", 2);
    made_add(&made, "w2", "b2", "scene", "two", 0.5);
    static const char members[] = "'a':'/a/','b':'/b','says':'faster','join':['scene']";
    struct made_verdict verdict = scenes_judge(members);
    assert_int_equal(verdict.entry->readings[0].pair_count, 4);
    assert_int_equal(verdict.entry->readings[0].case_count, 2);
    assert_int_equal(verdict.entry->readings[0].held, 1);
    made_words(verdict.entry->verdict, "MIXED");
    assert_string_equal(verdict.shown->b, "t.b/b2/scene:two");
    assert_string_equal(verdict.shown->key, "two");
    made_finish(&verdict);
    check("'a':'/a/','b':'/b','says':'faster','join':['scene'],'of':'every'", "CONTRADICTED");
    check("'a':'/a/','b':'/b','says':'faster','join':['scene'],'of':'any'", "CONFIRMED");
}

/* A number for each value of the join; cases without one are none. */
TEST(test_values)
{
    made_init(&made);
    made_add(&made, "w1", "a", "scene", "one", 1);
    made_add(&made, "w1", "b", "scene", "one", 2);
    made_add(&made, "w2", "a", "scene", "two", 5);
    made_add(&made, "w2", "b", "scene", "two", 9);
    struct made_verdict verdict =
        scenes_judge(SCENES ",'values':{'one':2,'two':1.8},'labels':{'one':'ONE'}");
    const struct claims_reading *reading = &verdict.entry->readings[0];
    made_words(verdict.entry->verdict, "CONFIRMED");
    assert_int_equal(reading->pair_count, 2);
    assert_string_equal(reading->pairs[0].key, "ONE");
    assert_string_equal(reading->pairs[1].key, "two");
    assert_string_equal(reading->pairs[1].label, "scene:two");
    assert_true(reading->pairs[0].published == 2 && reading->pairs[1].published == 1.8);
    made_finish(&verdict);
    check(SCENES ",'values':{'one':2,'two':1.2}", "CONFIRMED or STRONGER");
    verdict = scenes_judge(SCENES ",'values':{'one':2}");
    assert_int_equal(verdict.entry->readings[0].case_count, 1);
    made_finish(&verdict);
    made_check(&made, made_claim(SCENES ",'values':{'none':2}"), "NOT TESTABLE", 0,
               "No two of its cases form a pair.");
}

/* Values of an axis of numbers are told with its name. */
TEST(test_number_keys)
{
    made_init(&made);
    made_add(&made, "w1", "a", "n", "27", 1);
    made_add(&made, "w1", "b", "n", "27", 2);
    struct made_verdict verdict = scenes_judge("'a':'/a/','b':'/b/','says':'faster','join':['n']");
    assert_string_equal(verdict.shown->key, "n 27");
    made_finish(&verdict);
}

/* Without a join each pair is a case, and the worst is shown. */
TEST(test_no_join)
{
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "faster", NULL, NULL, 0.5);
    struct made_verdict verdict =
        made_one(&made, made_claim("'a':'/fast$','b':'/(slow|faster)','says':'faster'"));
    made_words(verdict.entry->verdict, "MIXED");
    assert_int_equal(verdict.entry->readings[0].case_count, 2);
    assert_int_equal(verdict.entry->readings[0].held, 1);
    assert_string_equal(verdict.shown->b, "t.b/faster");
    assert_string_equal(verdict.shown->label, "faster");
    made_finish(&verdict);
}

/* There are as many cases as pairs, and the worst of them is not the last. */
TEST(test_many)
{
    enum { MANY = 12 };
    made_init(&made);
    made_add(&made, "w", "b", NULL, NULL, 1);
    for (int i = 0; i < MANY; i++) {
        char variant[8];
        snprintf(variant, sizeof(variant), "a%d", i);
        made_add(&made, "w", variant, NULL, NULL, i == 3 ? 1.2 : 2 + i);
    }
    struct made_verdict verdict =
        made_one(&made, made_claim("'a':'/a','b':'/b','says':'slower','value':2"));
    const struct claims_reading *reading = &verdict.entry->readings[0];
    assert_int_equal(reading->pair_count, MANY);
    assert_int_equal(reading->case_count, MANY);
    assert_int_equal(reading->held, MANY - 1);
    assert_string_equal(verdict.shown->a, "t.b/a3");
    assert_string_equal(reading->pairs[0].a, "t.b/a0");
    made_near(reading->r_low, 1.2);
    made_near(reading->r_high, 13);
    made_words(verdict.entry->verdict, "WEAKER to STRONGER");
    made_finish(&verdict);
}

/* Both sides select equal rows: each against itself by two measures, against the others by one. */
TEST(test_itself)
{
    made_slow_and_fast(&made, 3);
    struct published *file =
        made_claim("'a':'/','b':'/','says':'slower','measure':'wall','measure_b':'gpu'");
    struct made_verdict verdict = made_one(&made, file);
    const struct claims_reading *reading = &verdict.entry->readings[0];
    assert_int_equal(reading->pair_count, 2);
    assert_string_equal(reading->pairs[0].a, reading->pairs[0].b);
    assert_string_equal(reading->pairs[1].a, reading->pairs[1].b);
    made_near(reading->r_low, 2); /* the wall takes twice the device's */
    made_near(reading->r_high, 2);
    made_finish(&verdict);
    file = made_claim("'a':'/','b':'/','says':'slower'");
    verdict = made_one(&made, file);
    reading = &verdict.entry->readings[0];
    assert_int_equal(reading->pair_count, 2);
    assert_string_not_equal(reading->pairs[0].a, reading->pairs[0].b);
    made_near(reading->r_low, 1 / 3.0);
    made_near(reading->r_high, 3);
    made_finish(&verdict);
}

/* The largest over the smallest is one case. */
TEST(test_extremes)
{
    made_init(&made);
    made_add(&made, "w", "v1", NULL, NULL, 1);
    made_add(&made, "w", "v2", NULL, NULL, 0.5);
    made_add(&made, "w", "v3", NULL, NULL, 1.5);
    struct made_verdict verdict =
        made_one(&made, made_claim("'a':'/v','b':'/v','says':'slower','extremes':true,'value':3"));
    assert_int_equal(verdict.entry->readings[0].pair_count, 1);
    assert_int_equal(verdict.entry->readings[0].case_count, 1);
    assert_string_equal(verdict.shown->a, "t.b/v3");
    assert_string_equal(verdict.shown->b, "t.b/v2");
    made_near(verdict.shown->r, 3);
    made_words(verdict.entry->verdict, "CONFIRMED");
    made_finish(&verdict);
    check("'a':'/v','b':'/v','says':'slower','extremes':true,'value':3,'measure':'gpu'",
          "CONFIRMED");
    check("'a':'/v','b':'/v','says':'slower','extremes':true,'value':3,'measure':'wall'",
          "CONFIRMED");
}

/* Our margin for a word of the paper: the next narrower and the next wider one are tried as
 * well. */
TEST(test_margins)
{
    static const struct {
        const char *says, *own, *narrower, *wider;
        double a;
        bool turns;
    } rows[] = {
        { "'as_fast','margin':'close'", "CONFIRMED", "CONTRADICTED", "CONFIRMED", 1.3, true },
        { "'as_fast','margin':'close'", "WEAKER", "CONTRADICTED", "CONFIRMED", 1.8, true },
        { "'as_fast','margin':'none'", "CONFIRMED", "CONFIRMED", "CONFIRMED", 1.01, false },
        { "'as_fast','margin':'little'", "CONFIRMED", "WEAKER", "CONFIRMED", 1.07, true },
        { "'slower'", "CONFIRMED", "CONFIRMED", "WEAKER", 1.07, true },
        { "'slower','margin':'much'", "CONFIRMED", "CONFIRMED", "WEAKER", 2.5, true },
        { "'slower','margin':'magnitude'", "WEAKER", "CONFIRMED", "WEAKER", 2.5, true },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char text[200];
        snprintf(text, sizeof(text), "'a':'/a','b':'/b','number':'reading','word':'so','says':%s",
                 rows[i].says);
        made_init(&made);
        made_add(&made, "w", "a", NULL, NULL, rows[i].a);
        made_add(&made, "w", "b", NULL, NULL, 1);
        struct made_verdict verdict = made_one(&made, made_claim(text));
        made_words(verdict.entry->verdict, rows[i].own);
        made_words(verdict.entry->narrower, rows[i].narrower);
        made_words(verdict.entry->wider, rows[i].wider);
        assert_int_equal((verdict.entry->marks & CLAIMS_MARGIN) != 0, rows[i].turns);
        made_finish(&verdict);
    }
}

static const char *trips_mark(const struct claims_entry *entry)
{
    static char text[CLAIMS_MARK_BYTES];
    return claims_entry_mark(entry, CLAIMS_MARK_COUNT - 1, text);
}

/* Round trips are named with their part of the wall time, and tried at 10 us each; where the run
 * measured none there is no part. */
TEST(test_trips)
{
    static const struct {
        double trip_ns, returns;
        enum bench_kind kind;
        const char *own, *shorter, *mark;
    } rows[] = {
        { 60e3, 4, BENCH_HOST_DRIVEN, "CONFIRMED", "CONTRADICTED",
          "4 round trips to the device, 38 % of the time; turns with the round trip: CONTRADICTED "
          "at "
          "10 µs each" },
        { 60e3, 1, BENCH_HOST_DRIVEN, "CONFIRMED", "CONFIRMED",
          "1 round trip to the device, 10 % of the time" },
        { 60e3, 0, BENCH_GPU, "CONFIRMED", "CONFIRMED",
          "1 round trip to the device, 10 % of the time" },
        { 5e3, 4, BENCH_HOST_DRIVEN, "CONFIRMED", "CONFIRMED",
          "4 round trips to the device, 3 % of the time" },
        { 0, 4, BENCH_HOST_DRIVEN, "CONFIRMED", "NOT TESTABLE", "4 round trips to the device" },
        { 60e3, NAN, BENCH_HOST_DRIVEN, "CONFIRMED", "NOT TESTABLE", NULL },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        made_init(&made);
        made.run.ceilings.round_trip_ns = rows[i].trip_ns;
        made_add(&made, "w", "a", NULL, NULL, 300);
        made_add(&made, "w", "b", NULL, NULL, 250);
        made.cases[0].kind = rows[i].kind;
        made.cases[0].by_wall = made.cases[1].by_wall = true;
        made.cases[0].counters.host_returns = rows[i].returns;
        made.cases[1].kind = BENCH_CPU;
        struct made_verdict verdict =
            made_one(&made, made_claim("'a':'/a','b':'/b','says':'slower'"));
        made_words(verdict.entry->verdict, rows[i].own);
        made_words(verdict.entry->short_trips, rows[i].shorter);
        if (rows[i].mark)
            assert_string_equal(trips_mark(verdict.entry), rows[i].mark);
        else
            assert_null(trips_mark(verdict.entry));
        made_finish(&verdict);
    }
}

/* Device time against wall time is no claim of either stopwatch alone, by which it would be all of
 * itself. */
TEST(test_two_clocks)
{
    made_init(&made);
    made_add(&made, "w", "a", NULL, NULL, 1);
    made.cases[0].kind = BENCH_HOST_DRIVEN;
    made.cases[0].by_wall = true;
    struct made_verdict verdict =
        made_one(&made, made_claim("'a':'/a','b':'/a','measure':'gpu','measure_b':'wall',"
                                   "'says':'at_least','value':0.6,'unit':'share'"));
    assert_int_equal(verdict.entry->reading_count, 1);
    made_near(verdict.shown->estimate.value, 0.5);
    made_words(verdict.entry->verdict, "CONTRADICTED");
    made_finish(&verdict);
}
