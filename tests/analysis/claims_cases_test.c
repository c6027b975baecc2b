/* SPDX-License-Identifier: MIT */
/* claims_cases_test.c: pairs joined to cases, and cases to the word of a claim. */
#include "tests/analysis/claims_made.h"

static struct made made;

static void check(const char *members, const char *wanted)
{
    made_expect(&made, members, .words = wanted);
}

/* Scene by scene: k of n, from the worst to the best. */
TEST(test_cases)
{
#define SCENES "'a':'/slow/','b':'/fast/','says':'slower','join':['scene']"
    static const struct {
        const char *members, *wanted, *held, *key;
    } rows[] = {
        { SCENES, "CONFIRMED", "3 of 3", "two" },
        { SCENES ",'of':'every'", "CONFIRMED", "3 of 3", "two" },
        { SCENES ",'value':2.9", "WEAKER or CONFIRMED", "2 of 3", "two" },
        { SCENES ",'value':2.9,'of':'every'", "WEAKER", "2 of 3", "two" },
        { SCENES ",'value':2.9,'of':'any'", "CONFIRMED", "2 of 3", "four" },
    };
    made_init(&made);
    made_add_both(&made, "w1", "scene", "one", 2.5, 1);
    made_add_both(&made, "w2", "scene", "two", 9, 5);
    made_add_both(&made, "w3", "scene", "four", 3.5, 1);
    made_add(&made, "w4", "fast", "scene", "alone", 99);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        made_expect(&made, rows[i].members, .words = rows[i].wanted, .held = rows[i].held,
                    .pairs = 3, .r_low = 1.8, .r_high = 3.5, .key = rows[i].key);
    made_expect(&made, SCENES ",'who':'b'", .words = "CONTRADICTED", .held = "0 of 3", .pairs = 3);
    made_time(&made, 0, 1, 0.01); /* not seen there */
    check(SCENES, "MIXED");
    check(SCENES ",'of':'every'", "NOT SEEN");
    check(SCENES ",'of':'any'", "CONFIRMED");
    made_time(&made, 2, 1, 0.01); /* the opposite there */
    check(SCENES, "MIXED");
    check(SCENES ",'of':'every'", "CONTRADICTED");
    made_time(&made, 4, 1, 0.01);
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
    made_expect(&made, FREE, .words = "NOT TESTABLE",
                .reason = "depth: 2 of 3 settings are testable");
    made_add(&made, "w", "a", "depth", "5", 9);
    check(FREE, "CONFIRMED");
    made_time(&made, 3, 60, 0.01);
    MADE_AUTO verdict = made_by(&made, FREE);
    made_hold(&verdict, .words = "CONTRADICTED or CONFIRMED", .marks = CLAIMS_FREE, .r_low = 0.5);
    assert_int_equal(verdict.entry->readings[0].case_count, 1);
    assert_int_equal(verdict.entry->readings[0].settings, 3);
    made_add(&made, "w", "c", "depth", "3", 10); /* sides of one setting are a pair */
    made_add(&made, "w", "c", "depth", "4", 11);
    made_add(&made, "w", "c", "depth", "5", 60);
    check("'a':'/a','b':'/c','says':'as_fast','free':{'depth':['3','4','5']}", "CONFIRMED");
}

/* Pairs that share the values of the join are one case. */
TEST(test_pairs_of_a_case)
{
#define FASTER "'a':'/fast/','b':'/slow','says':'faster','join':['scene']"
    made_init(&made);
    made_add_both(&made, "w1", "scene", "one", 2, 1);
    made_add(&made, "w1", "slow2", "scene", "one", 3);
    made_add_both(&made, "w2", "scene", "two", 2, 1);
    made_add(&made, "w2", "slow2", "scene", "two", 0.5);
    made_expect(&made, FASTER, .words = "MIXED", .pairs = 4, .held = "1 of 2",
                .b = "t.b/slow2/scene:two", .key = "two");
    check(FASTER ",'of':'every'", "CONTRADICTED");
    check(FASTER ",'of':'any'", "CONFIRMED");
}

/* A number for each value of the join; cases without one are none. */
TEST(test_values)
{
    made_init(&made);
    made_add_both(&made, "w1", "scene", "one", 2, 1);
    made_add_both(&made, "w2", "scene", "two", 9, 5);
    MADE_AUTO verdict =
        made_by(&made, SCENES ",'values':{'one':2,'two':1.8},'labels':{'one':'ONE'}");
    const struct claims_pair *pairs = verdict.entry->readings[0].pairs;
    made_hold(&verdict, .words = "CONFIRMED", .pairs = 2);
    assert_string_equal(pairs[0].key, "ONE");
    assert_string_equal(pairs[1].key, "two");
    assert_string_equal(pairs[1].label, "scene:two");
    assert_true(pairs[0].published == 2 && pairs[1].published == 1.8);
    check(SCENES ",'values':{'one':2,'two':1.2}", "CONFIRMED or STRONGER");
    made_expect(&made, SCENES ",'values':{'one':2}", .held = "1 of 1");
    made_expect(&made, SCENES ",'values':{'none':2}", .words = "NOT TESTABLE",
                .reason = "No two of its cases form a pair.");
}

/* Without a join each pair is a case, and the worst is shown. */
TEST(test_no_join)
{
    made_slow_and_fast(&made, 3);
    made_add(&made, "w", "faster", NULL, NULL, 0.5);
    made_expect(&made, "'a':'/fast$','b':'/(slow|faster)','says':'faster'", .words = "MIXED",
                .held = "1 of 2", .b = "t.b/faster", .label = "faster");
    /* Values of an axis of numbers are told with its name. */
    made_init(&made);
    made_add_both(&made, "w1", "n", "27", 2, 1);
    made_expect(&made, "'a':'/fast/','b':'/slow/','says':'faster','join':['n']", .key = "n 27");
}

/* There are as many cases as pairs, and the worst of them is not the last. */
TEST(test_many)
{
    enum { MANY = 12 };
    made_init(&made);
    made_add(&made, "w", "b", NULL, NULL, 1);
    for (int i = 0; i < MANY; i++)
        made_add(&made, "w", unit_text("a%d", i), NULL, NULL, i == 3 ? 1.2 : 2 + i);
    MADE_AUTO verdict = made_by(&made, "'a':'/a','b':'/b','says':'slower','value':2");
    made_hold(&verdict, .words = "WEAKER to STRONGER", .held = "11 of 12", .pairs = MANY,
              .a = "t.b/a3", .r_low = 1.2, .r_high = 13);
    assert_string_equal(verdict.entry->readings[0].pairs[0].a, "t.b/a0");
}

/* Both sides select equal rows: each against itself by two measures, against the others by one. */
TEST(test_itself)
{
    made_slow_and_fast(&made, 3);
    {
        MADE_AUTO verdict =
            made_by(&made, "'a':'/','b':'/','says':'slower','measure':'wall','measure_b':'gpu'");
        const struct claims_pair *pairs = verdict.entry->readings[0].pairs;
        made_hold(&verdict, .pairs = 2, .r_low = 2, .r_high = 2); /* the wall takes twice as long */
        assert_string_equal(pairs[0].a, pairs[0].b);
        assert_string_equal(pairs[1].a, pairs[1].b);
    }
    MADE_AUTO verdict = made_by(&made, "'a':'/','b':'/','says':'slower'");
    const struct claims_pair *pairs = verdict.entry->readings[0].pairs;
    made_hold(&verdict, .pairs = 2, .r_low = 1 / 3.0, .r_high = 3);
    assert_string_not_equal(pairs[0].a, pairs[0].b);
}

/* The largest over the smallest is one case. */
TEST(test_extremes)
{
#define EXTREMES "'a':'/v','b':'/v','says':'slower','extremes':true,'value':3"
    made_init(&made);
    made_add(&made, "w", "v1", NULL, NULL, 1);
    made_add(&made, "w", "v2", NULL, NULL, 0.5);
    made_add(&made, "w", "v3", NULL, NULL, 1.5);
    made_expect(&made, EXTREMES, .words = "CONFIRMED", .pairs = 1, .held = "1 of 1", .a = "t.b/v3",
                .b = "t.b/v2", .r = 3);
    check(EXTREMES ",'measure':'gpu'", "CONFIRMED");
    check(EXTREMES ",'measure':'wall'", "CONFIRMED");
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
        made_slow_and_fast(&made, rows[i].a);
        MADE_AUTO verdict = made_by(&made, unit_text("'a':'/slow','b':'/fast','number':'reading',"
                                                     "'word':'so','says':%s",
                                                     rows[i].says));
        made_words(verdict.entry->verdict, rows[i].own);
        made_words(verdict.entry->narrower, rows[i].narrower);
        made_words(verdict.entry->wider, rows[i].wider);
        assert_int_equal((verdict.entry->marks & CLAIMS_MARGIN) != 0, rows[i].turns);
    }
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
          "at 10 µs each" },
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
        MADE_AUTO verdict = made_by(&made, "'a':'/a','b':'/b','says':'slower'");
        char text[CLAIMS_MARK_BYTES];
        const char *mark = claims_entry_mark(verdict.entry, CLAIMS_MARK_COUNT - 1, text);
        made_words(verdict.entry->verdict, rows[i].own);
        made_words(verdict.entry->short_trips, rows[i].shorter);
        assert_int_equal(mark == NULL, rows[i].mark == NULL);
        if (mark)
            assert_string_equal(mark, rows[i].mark);
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
    made_expect(&made,
                "'a':'/a','b':'/a','measure':'gpu','measure_b':'wall','says':'at_least',"
                "'value':0.6,'unit':'share'",
                .words = "CONTRADICTED", .readings = 1, .value = 0.5);
}
