/* SPDX-License-Identifier: MIT */
/* claims_series_test.c: claims along an axis, judged by runs made up here. */
#include "tests/analysis/claims_made.h"

static struct made made;

static void check(const char *members, const char *wanted, const char *reason)
{
    made_expect(&made, members, .words = wanted, .reason = reason);
}

/* Cases of one variant at these values of `n`, and what each takes. */
static void sweep(const char *variant, size_t count, const char *const *values,
                  const double *factors)
{
    for (size_t i = 0; i < count; i++)
        made_add(&made, "w", variant, "n", values[i], factors[i]);
}

static const char *const four[] = { "1", "2", "4", "16" };

/* A run of one variant alone, at four values. */
static void sweep_alone(const double *factors)
{
    made_init(&made);
    sweep("v", 4, four, factors);
}

/* A run of two variants. */
static void sweep_both(const double *a, const double *b)
{
    made_init(&made);
    sweep("a", 4, four, a);
    sweep("b", 4, four, b);
}

/* The verdict, and the place along the axis; NAN: none. */
static void check_place(const char *members, const char *wanted, double low, double high)
{
    MADE_AUTO verdict = made_by(&made, members);
    const struct claims_reading *reading = &verdict.entry->readings[0];
    made_words(verdict.entry->verdict, wanted);
    if (isnan(low))
        assert_true(isnan(reading->place_low) && isnan(reading->place_high));
    else if (!(reading->place_low == low && reading->place_high == high))
        fail_msg("place %g to %g", reading->place_low, reading->place_high);
}

/* Best at -------------------------------------------------------------------------------------- */

#define BEST "'a':'/v/','says':'best_at','along':'n'"

/* The measure at the paper's place over the best: up to 1.05, up to 1.5, and beyond. */
TEST(test_best)
{
    sweep_alone((const double[]){ 1.6, 1.3, 1, 1.04 });
    check_place(BEST ",'value':4", "CONFIRMED", 4, 16);
    check_place(BEST ",'value':16", "CONFIRMED", 4, 16); /* within what is no difference */
    check_place(BEST ",'value':2", "WEAKER", 4, 16);
    check_place(BEST ",'value':1", "CONTRADICTED", 4, 16);
    check(BEST ",'value':8", "NOT TESTABLE", "No run has a case at n 8.");
    made_expect(&made, BEST ",'value':2", .r = 1.3, .held = "0 of 1");
    made_time(&made, 3, 2, 0.01);
    check_place(BEST ",'value':16", "CONTRADICTED", 4, 4);
    made.run.device.name = "Paper GPU"; /* up to 1.1 there */
    check_place(BEST ",'value':2", "CONTRADICTED", 4, 4);
    made_time(&made, 1, 1.08, 0.01);
    check_place(BEST ",'value':2", "WEAKER", 4, 4);
    /* The value or any larger one. */
    sweep_alone((const double[]){ 3, 2, 1, 1.3 });
    check_place(BEST ",'value':1,'or_more':true", "CONFIRMED", 4, 4);
    check_place(BEST ",'value':3,'or_more':true", "CONFIRMED", 4, 4);
    check_place(BEST ",'value':4,'or_more':true", "CONFIRMED", 4, 4);
    check_place(BEST ",'value':5,'or_more':true", "WEAKER", 4, 4);
    check(BEST ",'value':17,'or_more':true", "NOT TESTABLE", "No run has a case at n 17.");
}

/* Each stopwatch has its own best. */
TEST(test_best_clocks)
{
    made_init(&made);
    sweep("v", 2, four, (const double[]){ 1, 2 });
    for (size_t k = 0; k < 2; k++) {
        made.cases[k].by_wall = true;
        for (size_t i = 0; i < MADE_ROUNDS; i++)
            made.of[k].samples[i].wall_ns = k == 0 ? 6000 : 4500;
        made_summarize(&made.cases[k]);
    }
    MADE_AUTO one = made_by(&made, BEST ",'value':1");
    const struct claims_reading *readings = one.entry->readings;
    made_hold(&one, .words = "WEAKER or CONFIRMED", .readings = 2, .marks = CLAIMS_CLOCKS);
    assert_int_equal(readings[0].clock, ESTIMATE_WALL_TIME);
    assert_true(readings[0].place_low == 2 && readings[1].place_low == 1);
    made_words(readings[0].verdict, "WEAKER");
    made_words(readings[1].verdict, "CONFIRMED");
    /* The paper's 2 takes twice the least device time; by wall time 2 itself is the least. */
    MADE_AUTO two = made_by(&made, BEST ",'value':2");
    made_words(two.entry->readings[0].verdict, "CONFIRMED");
    made_words(two.entry->readings[1].verdict, "CONTRADICTED");
    made_words(two.entry->verdict, "MIXED");
}

/* From ----------------------------------------------------------------------------------------- */

#define FROM "'a':'/a/','b':'/b/','says':'from','join':['n'],'along':'n'"

/* Between the last value at which a is surely slower and the first from which on it is not. */
TEST(test_from)
{
    static const char *const near_four[] = { "1", "3.6", "4", "16" };
    made_init(&made);
    sweep("a", 4, near_four, (const double[]){ 8, 4, 2, 1 });
    sweep("b", 4, near_four, (const double[]){ 3, 3, 3, 3 });
    check_place(FROM ",'value':4", "CONFIRMED", 3.6, 4);
    check_place(FROM ",'value':16", "STRONGER", 3.6, 4);
    check_place(FROM ",'value':2.3", "WEAKER", 3.6, 4);
    check_place(FROM ",'value':2.5", "WEAKER or CONFIRMED", 3.6, 4);
    check_place(FROM ",'value':3.6,'factor':1.5", "CONFIRMED or STRONGER", 1, 3.6);
    check_place(FROM, "CONFIRMED", 3.6, 4);
    check_place("'a':'/b/','b':'/a/','says':'from','who':'b','join':['n'],'along':'n'", "CONFIRMED",
                3.6, 4);
    made_time(&made, 2, 3, 0.5); /* either may be faster there */
    check_place(FROM ",'value':4", "WEAKER or CONFIRMED", 3.6, 16);
    check_place(FROM, "CONFIRMED", 3.6, 16);
    MADE_AUTO verdict = made_by(&made, FROM ",'value':4");
    const struct claims_reading *reading = &verdict.entry->readings[0];
    made_hold(&verdict, .pairs = 4); /* those before the last are context */
    assert_int_equal(reading->case_count, 1);
    assert_string_equal(reading->pairs[1].label, "n 3.6");
    made_near(reading->pairs[1].r, 0.75);
    assert_ptr_equal(reading->shown, &reading->pairs[3]);
    assert_true(reading->shown->r_interval.low == 3.6 / 4);
    assert_true(reading->shown->r_interval.high == 4);
    made.run.device.name = "Paper GPU"; /* within 1.1 there */
    made_time(&made, 2, 2, 0.01);
    check_place(FROM ",'value':3.7", "CONFIRMED", 3.6, 4);
    check_place(FROM ",'value':3.4", "WEAKER or CONFIRMED", 3.6, 4);
}

/* It crosses nowhere, or the sweep ends too early to say. */
TEST(test_from_ends)
{
    sweep_both((const double[]){ 8, 8, 8, 8 }, (const double[]){ 3, 3, 3, 3 });
    check_place(FROM ",'value':4", "CONTRADICTED", INFINITY, INFINITY);
    check_place(FROM ",'value':23", "CONTRADICTED", INFINITY, INFINITY);
    check(FROM ",'value':25", "NOT TESTABLE", "The sweep ends at 16, before the paper's 25.");
    check_place(FROM, "CONTRADICTED", INFINITY, INFINITY);
    made_time(&made, 1, 2, 0.01); /* faster in between alone, which is no place from which on */
    check_place(FROM, "CONTRADICTED", INFINITY, INFINITY);
    made_time(&made, 3, 2, 0.01);
    check_place(FROM, "CONFIRMED", 4, 16);
    /* The last value may be past it, or not. */
    made_time(&made, 3, 3, 0.5);
    check_place(FROM, "UNDECIDED", 4, INFINITY);
    check_place(FROM ",'value':5", "WEAKER or CONFIRMED", 4, INFINITY);
    /* At the first value already: it may be there, or before. */
    sweep_both((const double[]){ 2, 2, 2, 2 }, (const double[]){ 3, 3, 3, 3 });
    check_place(FROM, "STRONGER", 0, 1);
    check_place(FROM ",'value':1", "CONFIRMED or STRONGER", 0, 1);
    check_place(FROM ",'value':4", "STRONGER", 0, 1);
    for (size_t i = 0; i < 4; i++)
        made_time(&made, i, 3, 0.5);
    check_place(FROM ",'value':4", "WEAKER to STRONGER", 0, INFINITY);
    MADE_AUTO verdict = made_by(&made, FROM ",'value':4");
    assert_ptr_equal(verdict.shown, &verdict.entry->readings[0].pairs[3]);
    /* Against one that has no such axis, at every value of it. */
    made_init(&made);
    sweep("a", 4, four, (const double[]){ 8, 4, 2, 1 });
    made_add(&made, "w", "b", NULL, NULL, 3);
    check_place("'a':'/a/','b':'/b$','says':'from','along':'n'", "CONFIRMED", 2, 4);
}

/* Steps ---------------------------------------------------------------------------------------- */

static void steps(const char *members, const char *wanted, const char *held)
{
    made_expect(&made, members, .words = wanted, .held = held);
}

TEST(test_times_as_long)
{
#define TIMES "'a':'/v/','says':'times_as_long','along':'n'"
    sweep_alone((const double[]){ 1, 2, 4, 8 });
    steps(TIMES ",'value':2", "CONFIRMED", "3 of 3");
    steps(TIMES ",'value':4", "WEAKER", "0 of 3");
    steps(TIMES ",'value':1.5", "STRONGER", "3 of 3");
    steps(TIMES ",'value':1", "CONTRADICTED", "0 of 3");
    steps(TIMES ",'value':0.5", "CONTRADICTED", "0 of 3");
    made_time(&made, 3, 4, 0.01);
    steps(TIMES ",'value':2", "MIXED", "2 of 3");
    steps(TIMES ",'value':2,'of':'every'", "NOT SEEN", "2 of 3");
    made_expect(&made, TIMES ",'value':2", .label = "n 4 to 16");
    /* Half as long at each step. */
    made_init(&made);
    sweep("v", 3, four, (const double[]){ 4, 2, 1 });
    steps(TIMES ",'value':0.5", "CONFIRMED", "2 of 2");
    steps(TIMES ",'value':0.2", "WEAKER", "0 of 2");
    steps(TIMES ",'value':0.8", "STRONGER", "2 of 2");
    steps(TIMES ",'value':2", "CONTRADICTED", "0 of 2");
    /* Values outside of the claim's range are none of its rows. */
    sweep_alone((const double[]){ 1, 2, 4, 1 });
    steps(TIMES ",'value':2,'range':{'n':[1,4]}", "CONFIRMED", "2 of 2");
    steps(TIMES ",'value':2", "MIXED", "2 of 3");
}

/* Order is by numbers, not by letters: 10x2 comes behind 9x2. Words are no points where there are
 * numbers. */
TEST(test_order)
{
    made_init(&made);
    sweep("v", 4, (const char *const[]){ "10x2", "9x2", "10x10", "all" },
          (const double[]){ 2, 1, 3, 0.1 });
    steps("'a':'/v/','says':'rises','along':'n'", "CONFIRMED", "2 of 2");
}

#define FALLS "'a':'/v/','says':'falls','along':'n'"
#define RISES "'a':'/v/','says':'rises','along':'n'"

/* A flat step says nothing beside one that goes as stated. */
TEST(test_falls)
{
    sweep_alone((const double[]){ 4, 2, 2, 1 });
    steps(FALLS, "CONFIRMED", "2 of 2");
    steps(FALLS ",'of':'every'", "CONFIRMED", "2 of 2");
    steps(RISES, "CONTRADICTED or NOT SEEN", "0 of 3");
    made_time(&made, 2, 1.5, 0.01);
    steps(FALLS, "CONFIRMED", "3 of 3");
    made_time(&made, 1, 5, 0.01);
    steps(FALLS, "MIXED", "2 of 3");
    steps(RISES, "MIXED", "1 of 3");
    steps(FALLS ",'of':'every'", "CONTRADICTED", "2 of 3");
    sweep_alone((const double[]){ 1, 1, 1, 1 });
    steps(FALLS, "NOT SEEN", "0 of 3");
    steps(RISES, "NOT SEEN", "0 of 3");
    made_init(&made);
    sweep("v", 3, four, (const double[]){ 1, 1.02, 0.5 }); /* up by less than a difference */
    steps(FALLS, "CONFIRMED", "1 of 1");
}

/* A series of a quotient: b falls faster than a. */
TEST(test_quotient)
{
    sweep_both((const double[]){ 8, 4, 2, 1 }, (const double[]){ 64, 16, 4, 1 });
    steps("'a':'/a/','b':'/b/','says':'rises','along':'n'", "CONFIRMED", "3 of 3");
    MADE_AUTO verdict = made_by(&made, "'a':'/a/','b':'/b/','says':'falls','along':'n'");
    made_hold(&verdict, .words = "CONTRADICTED", .pairs = 3);
    for (size_t i = 0; i < 3; i++) {
        made_near(verdict.entry->readings[0].pairs[i].estimate.value, 2);
        made_near(verdict.entry->readings[0].pairs[i].r, 0.5);
    }
}

/* Peaks ---------------------------------------------------------------------------------------- */

TEST(test_peaks_within)
{
#define PEAKS "'a':'/v/','says':'peaks_within','along':'n','within':"
    sweep_alone((const double[]){ 5, 4, 6, 1 });
    check_place(PEAKS "[2,4]", "CONFIRMED", 4, 4);
    made_time(&made, 2, 3, 0.01);
    check_place(PEAKS "[2,4]", "CONTRADICTED", 2, 2);
    made_time(&made, 1, 5, 0.9);
    check(PEAKS "[2,4]", "UNDECIDED", "");
    /* It goes up on one side, and does not come down on the other. */
    sweep_alone((const double[]){ 5, 4, 6, 7 });
    check(PEAKS "[2,4]", "CONTRADICTED", "");
    made_time(&made, 3, 6, 0.01);
    check(PEAKS "[2,4]", "NOT SEEN", "");
    check(PEAKS "[5,9]", "NOT TESTABLE", "No case of n within 5 and 9 has one on both sides.");
    check(PEAKS "[1,1]", "NOT TESTABLE", "No case of n within 1 and 1 has one on both sides.");
}

/* Series are what differs in more than the axis. */
TEST(test_two_series)
{
#define BOTH "'a':'/[uv]/','says':'times_as_long','along':'n','value':2"
    made_init(&made);
    sweep("v", 2, four, (const double[]){ 1, 2 });
    sweep("u", 2, four, (const double[]){ 7, 14 });
    steps(BOTH, "CONFIRMED", "2 of 2");
    made_time(&made, 3, 7, 0.01);
    steps(BOTH, "MIXED", "1 of 2");
    made_init(&made); /* of one variant, by another axis */
    sweep("v", 2, four, (const double[]){ 1, 2 });
    made_add(&made, "w", "v", "n", "1", 7);
    made_add(&made, "w", "v", "n", "2", 14);
    for (size_t k = 0; k < 4; k++) {
        made.of[k].axes[1] = (struct run_axis){ "part", k < 2 ? "one" : "two", NAN };
        made.cases[k].axis_count = 2;
        made.cases[k].name = (const char *const[]){ "t.b/v/n:1/part:one", "t.b/v/n:2/part:one",
                                                    "t.b/v/n:1/part:two", "t.b/v/n:2/part:two" }[k];
    }
    steps(BOTH, "CONFIRMED", "2 of 2");
    made_init(&made); /* an axis that the older run lacks stands at its default, and splits none */
    sweep("v", 2, four, (const double[]){ 1, 2 });
    made.of[1].axes[1] = (struct run_axis){ "part", "all", NAN };
    made.cases[1].axis_count = 2;
    steps(BOTH, "CONFIRMED", "1 of 1");
    made_init(&made);
    sweep("v", 1, four, (const double[]){ 1 });
    check(BOTH, "NOT TESTABLE", "No two of its cases form a pair.");
}
