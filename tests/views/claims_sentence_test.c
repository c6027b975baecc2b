/* SPDX-License-Identifier: MIT */
/* claims_sentence_test.c: the sentence of a claim, of numbers made up here. */
#include "tests/views/entry_made.h"

#include "harness/views/claims/claims.h"

#define NAMES "'a':'/a','b':'/b','name_a':'LOCAL','name_b':'BREADTH'"

typedef void sentence_part(const struct claims_entry *entry, struct text *text);

/* Checks a part of a claim of one pair. */
static void one(sentence_part *part, const char *members, double r, double low, double high,
                const char *wanted)
{
    entry_make(members, r, low, high);
    made_entry.pairs[0].published = made_entry.entry.claim->value;
    entry_says(part, wanted);
}

static void measured(const char *members, double r, double low, double high, const char *wanted)
{
    one(claims_sentence_measured, members, r, low, high, wanted);
}

/* Statements ---------------------------------------------------------------------------------- */

static void statement(const char *members, const char *wanted)
{
    one(claims_sentence_statement, members, 2, 2, 2, wanted);
}

TEST(test_statement)
{
    statement(NAMES ",'says':'faster'", "LOCAL is faster than BREADTH");
    statement(NAMES ",'says':'slower'", "LOCAL is slower than BREADTH");
    statement(NAMES ",'says':'slower','who':'b'", "BREADTH is slower than LOCAL");
    statement(NAMES ",'says':'as_fast'", "LOCAL is as fast as BREADTH");
    statement(NAMES ",'says':'as_fast','denies':'gain'", "LOCAL is no faster than BREADTH");
    statement(NAMES ",'says':'as_fast','denies':'loss'", "LOCAL is no slower than BREADTH");
    statement(NAMES ",'says':'as_fast','margin':'close'", "LOCAL is about as fast as BREADTH");
    statement(NAMES ",'says':'as_fast','margin':'close','denies':'loss'",
              "LOCAL is not much slower than BREADTH");
    /* The claim's own, without its full stop, where its kind has no words or it has no names. */
    statement(NAMES ",'says':'less'", "It is so");
    statement(NAMES ",'says':'share','value':0.5", "It is so");
    statement("'a':'/a','b':'/b','says':'faster'", "It is so");
    statement("'a':'/a','b':'/b','name_a':'LOCAL','says':'faster'", "It is so");
#define PLURAL "'a':'/a','b':'/b','name_a':'+cached reads','name_b':'the other'"
    statement(PLURAL ",'says':'as_fast','denies':'gain'",
              "cached reads are no faster than the other");
    statement(PLURAL ",'says':'slower','who':'b'", "the other is slower than cached reads");
}

/* The value of the join of one case; of several none. */
TEST(test_key)
{
    entry_make(NAMES ",'says':'slower','join':['scene']", 2, 2, 2);
    made_entry.pairs[0].key = "HAIR";
    entry_says(claims_sentence_statement, "LOCAL is slower than BREADTH on HAIR");
    made_entry.pairs[0].key = "n 27";
    entry_says(claims_sentence_statement, "LOCAL is slower than BREADTH at n 27");
    made_entry.entry.readings[0].case_count = 2;
    entry_says(claims_sentence_statement, "LOCAL is slower than BREADTH");
    made_entry.entry.readings[0].shown = NULL;
    entry_says(claims_sentence_statement, "LOCAL is slower than BREADTH");
}

/* Measured ------------------------------------------------------------------------------------ */

/* At or above 1, with the word of its side. */
TEST(test_ratio)
{
    static const struct {
        const char *says, *above, *below;
    } rows[] = {
        { "faster", "faster", "slower" },  { "slower", "slower", "faster" },
        { "as_fast", "faster", "slower" }, { "less", "less", "more" },
        { "more", "more", "less" },        { "as_much", "less", "more" },
    };
    for (size_t i = 0; i < 6; i++) {
        const char *members = unit_text(NAMES ",'says':'%s'", rows[i].says);
        measured(members, 2.56, 2.49, 2.67, unit_text("2.56 × %s [2.49, 2.67]", rows[i].above));
        measured(members, 0.4, 0.25, 0.5, unit_text("2.5 × %s [2, 4]", rows[i].below));
        measured(members, 1, NAN, NAN, i < 3 ? "as fast" : "as much");
    }
}

/* Per cent below 1.1. */
TEST(test_percent)
{
#define FASTER NAMES ",'says':'faster'"
    measured(FASTER, 1.047, 1.044, 1.049, "4.7 % faster [4.4, 4.9]");
    measured(FASTER, 1.0995, 1.09, 1.12, "9.9 % faster [9, 12]");
    measured(FASTER, 1.1, 1.09, 1.12, "1.1 × faster [1.09, 1.12]");
    measured(FASTER, 1 / 1.047, 1 / 1.049, 1 / 1.044, "4.7 % slower [4.4, 4.9]");
    measured(FASTER, 1 / 1.09, 1 / 1.1, 1 / 1.08, "9 % slower [8, 10]");
    measured(FASTER, 1.0004, NAN, NAN, "as fast");
    measured(FASTER, 1.0006, NAN, NAN, "0.06 % faster");
    /* An interval across 1 has the word at each of its ends. */
    measured(FASTER, 1.02, 0.5, 1.04, "1.02 × faster [2 × slower, 1.04 × faster]");
    measured(FASTER, 0.8, 0.5, 1.25, "1.25 × slower [2 × slower, 1.25 × faster]");
    measured(FASTER, 1, 0.98, 1.01, "as fast [2 % slower, 1 % faster]");
    measured(FASTER, 1.02, 1, 1.04, "2 % faster [0, 4]");
    measured(FASTER, 1, 0.9999, 1.0001, "as fast");
}

static void sides(const char *members, double r, double low, double high, double a, double b,
                  enum claims_quantity quantity, const char *wanted)
{
    entry_make(members, r, low, high);
    made_entry.pairs[0].estimate.exact = low == high;
    made_entry.pairs[0].a_plain = a;
    made_entry.pairs[0].b_plain = b;
    made_entry.pairs[0].a_quantity = made_entry.pairs[0].b_quantity = quantity;
    entry_says(claims_sentence_measured, wanted);
}

/* Both sides, of whom the statement speaks first; a number without noise has no interval. */
TEST(test_sides)
{
    sides(NAMES ",'says':'slower'", 2.56, 2.49, 2.67, 3.31e6, 1.3e6, CLAIMS_NS,
          "2.56 × slower [2.49, 2.67] (3.31 ms against 1.30 ms)");
    sides(NAMES ",'says':'faster','who':'b'", 2.56, 2.49, 2.67, 3.31e6, 1.3e6, CLAIMS_NS,
          "2.56 × faster [2.49, 2.67] (1.30 ms against 3.31 ms)");
    sides(NAMES ",'says':'less','measure':'peak_bytes','measure_b':'peak_bytes'", 4, 4, 4, 16384,
          65536, CLAIMS_BYTES, "4 × less (16 KiB against 64 KiB)");
    sides(NAMES ",'says':'more','measure':'counter:draws','measure_b':'counter:draws'", 3, NAN, NAN,
          21, 7, CLAIMS_PLAIN, "3 × more (21 against 7)");
}

/* A part of the time, a count, a bound, as they are. */
TEST(test_plain)
{
#define DISPATCHES "'a':'/a','says':'count','measure':'counter:dispatches','value':7"
    entry_make("'a':'/a','b':'/b','says':'share','value':0.9,'name_b':'the time'", 0.77, 0.72,
               0.78);
    entry_says(claims_sentence_measured, "77 % [72, 78] of the time");
    made_entry.pairs[0].a_plain = 770;
    made_entry.pairs[0].b_plain = 1000;
    made_entry.pairs[0].a_quantity = made_entry.pairs[0].b_quantity = CLAIMS_NS;
    entry_says(claims_sentence_measured, "77 % [72, 78] of the time (770 ns of 1.00 µs)");
    measured(DISPATCHES ",'unit':'dispatches'", 21, NAN, NAN, "21 dispatches");
    measured(DISPATCHES ",'unit':'dispatches'", 1, NAN, NAN, "1 dispatch");
    measured(DISPATCHES ",'unit':'levels'", 1, NAN, NAN, "1 level");
    measured(DISPATCHES ",'unit':'leaves'", 1, NAN, NAN, "1 leaves");
    measured(DISPATCHES, 123456, NAN, NAN, "123456");
    measured("'a':'/a','says':'count','measure':'gpu','value':7,'unit':'ms'", 2e6, 1e6, 3e6,
             "2.00 ms [1.00 ms, 3.00 ms]");
    measured("'a':'/a','says':'count','measure':'peak_bytes','value':7,'unit':'KiB'", 2048, NAN,
             NAN, "2 KiB");
    measured("'a':'/a','b':'/b','says':'at_most','value':7", 2.5, 2.4, 2.6, "2.5 × [2.4, 2.6]");
    measured("'a':'/a','b':'/b','says':'at_least','value':0.5,'margin':'most','unit':'share'", 0.6,
             0.55, 0.65, "60 % [55, 65]");
}

TEST(test_as_long)
{
    measured(NAMES ",'says':'times_as_long','value':2", 2.1, 2, 2.2, "2.1 × as long [2, 2.2]");
    measured(NAMES ",'says':'times_as_long','value':2,'measure':'counter:draws'", 2, NAN, NAN,
             "2 × as much");
    measured(NAMES ",'says':'times_as_long','value':2", 0.5, NAN, NAN, "0.5 × as long");
    measured("'a':'/a','says':'times_as_long','along':'n','value':0.5", 2, 1.6, 2.5,
             "0.5 × as long [0.4, 0.625]");
}

/* Pairs without a number are not in the range. */
TEST(test_no_number)
{
    entry_make("'a':'/a','says':'count','measure':'counter:draws','value':7", 7, NAN, NAN);
    pair_set(1, NAN, NAN, NAN);
    pair_set(2, 5, NAN, NAN);
    made_entry.entry.readings[0].pair_count = 3;
    made_entry.entry.readings[0].case_count = 2;
    entry_says(claims_sentence_measured, "1 of 2 cases, 5 to 7");
}

/* Several cases: how many hold, and from which to which. */
TEST(test_cases)
{
#define ALONG "'a':'/a','along':'n'"
    static const struct {
        const char *members;
        double least, most;
        const char *wanted;
    } rows[] = {
        { NAMES ",'says':'faster'", 1.94, 2.56, "1 of 3 cases, 1.94 × to 2.56 × faster" },
        { NAMES ",'says':'faster'", 1.04, 2.56, "1 of 3 cases, 1.04 × to 2.56 × faster" },
        { NAMES ",'says':'faster'", 1.0002, 2.56, "1 of 3 cases, up to 2.56 × faster" },
        { NAMES ",'says':'faster'", 1.02, 1.04, "1 of 3 cases, 2 % to 4 % faster" },
        { NAMES ",'says':'faster'", 1.93, 1.931, "1 of 3 cases, 1.93 × faster" },
        { NAMES ",'says':'faster'", 0.9999, 1.0001, "1 of 3 cases, as fast" },
        { NAMES ",'says':'faster'", 0.97, 1.3, "1 of 3 cases, 1.031 × slower to 1.3 × faster" },
        { NAMES ",'says':'faster'", 0.5, 0.8, "1 of 3 cases, 1.25 × to 2 × slower" },
        { NAMES ",'says':'faster'", 0.5, 1.3, "1 of 3 cases, 2 × slower to 1.3 × faster" },
        { NAMES ",'says':'more'", 0.5, 1.3, "1 of 3 cases, 2 × less to 1.3 × more" },
        { ALONG ",'says':'falls'", 1.2, 1.3, "1 of 3 steps, 1.2 × to 1.3 × less" },
        { ALONG ",'says':'rises'", 1.2, 1.3, "1 of 3 steps, 1.2 × to 1.3 × more" },
        { ALONG ",'says':'falls'", 0.9999, 1, "1 of 3 steps, as much" },
        { ALONG ",'says':'rises'", 0.9999, 1, "1 of 3 steps, as much" },
        { NAMES ",'says':'times_as_long','value':2", 1.2, 2, "1 of 3 cases, 1.2 × to 2 × as long" },
        { ALONG ",'says':'times_as_long','value':2", 1.2, 2, "1 of 3 steps, 1.2 × to 2 × as long" },
        { ALONG ",'says':'times_as_long','value':0.5", 1.25, 2,
          "1 of 3 steps, 0.5 × to 0.8 × as long" },
        { "'a':'/a','b':'/b','says':'share','value':0.5", 0.25, 0.5, "1 of 3 cases, 25 % to 50 %" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        entry_make(rows[i].members, rows[i].most, NAN, NAN);
        pair_set(1, rows[i].least, NAN, NAN);
        made_entry.pairs[0].published = made_entry.entry.claim->value;
        made_entry.entry.readings[0].pair_count = 2;
        made_entry.entry.readings[0].case_count = 3;
        entry_says(claims_sentence_measured, rows[i].wanted);
    }
}

TEST(test_stopwatches)
{
    entry_make(FASTER, 2, 1.9, 2.1);
    pair_set(1, 1.05, 1.04, 1.06);
    made_entry.entry.reading_count = 2;
    made_entry.entry.readings[0].clock = ESTIMATE_WALL_TIME;
    made_entry.entry.readings[1].clock = ESTIMATE_DEVICE_TIME;
    made_entry.entry.readings[1].pairs = made_entry.entry.readings[1].shown = &made_entry.pairs[1];
    entry_says(claims_sentence_measured,
               "2 × faster [1.9, 2.1] in wall time; 5 % faster [4, 6] in device time");
    made_entry.entry.readings[0].shown = NULL;
    entry_says(claims_sentence_measured, "5 % faster [4, 6] in device time");
}

static void place(const char *members, double low, double high, double r, const char *wanted)
{
    entry_make(members, r, r, r);
    made_entry.entry.readings[0].place_low = low;
    made_entry.entry.readings[0].place_high = high;
    entry_says(claims_sentence_measured, wanted);
}

TEST(test_places)
{
#define AT "'a':'/a','says':'best_at','along':'levels','value':6"
#define ON "'a':'/a','b':'/b','says':'from','along':'n'"
    place(AT, 6, 6, 1, "best at levels 6");
    place(AT, 8, 9, 1.05, "best at levels 8 to 9");
    place(AT, 8, 9, 1.13, "best at levels 8 to 9; the paper's 6 costs 1.13 × more");
    place(AT, 8, 9, 1.08, "best at levels 8 to 9; the paper's 6 costs 8 % more");
    place(ON, 64, 256, 1, "from somewhere between n 64 and 256 on");
    place(ON, 0, 64, 1, "from n 64 or less on");
    place(ON, 64, INFINITY, 1, "somewhere beyond n 64");
    place(ON, INFINITY, INFINITY, 1, "nowhere in the sweep");
}

/* A pair of a crossover is in the direction of the statement. */
TEST(test_pair)
{
    static const struct {
        const char *members, *wanted;
    } rows[] = {
        { ON, "2 × slower" },
        { ON ",'who':'b'", "2 × faster" },
        { NAMES ",'says':'faster'", "2 × faster [1.9, 2.1]" },
        { "'a':'/a','b':'/b','says':'share','value':0.5", "200 % [190, 210]" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CLEANUP(text_finish) struct text text = { 0 }, none = { 0 };
        entry_make(rows[i].members, 2, 1.9, 2.1);
        claims_sentence_pair(made_entry.entry.claim, &made_entry.pairs[0], &text);
        assert_string_equal(text_string(&text), rows[i].wanted);
        made_entry.pairs[0].estimate.value = NAN;
        claims_sentence_pair(made_entry.entry.claim, &made_entry.pairs[0], &none);
        assert_string_equal(text_string(&none), "not measured");
    }
}

/* Paper --------------------------------------------------------------------------------------- */

static void paper(const char *members, const char *wanted)
{
    one(claims_sentence_paper, members, 2, 2, 2, wanted);
}

TEST(test_paper)
{
    paper(NAMES ",'says':'slower','value':2.84", "2.84 ×");
    paper(NAMES ",'says':'slower','value':2.84,'approximate':true", "about 2.84 ×");
    paper(NAMES ",'says':'share','value':0.9", "90 %");
    paper(NAMES ",'says':'at_most','value':3", "at most 3 ×");
    paper(NAMES ",'says':'at_least','value':0.5,'unit':'share'", "at least 50 %");
    paper(NAMES ",'says':'as_fast','number':'reading','word':'not beneficial'",
          "\"not beneficial\"");
    paper(NAMES ",'says':'slower','value':2,'number':'reading','word':'far'", "2 ×");
    paper(NAMES ",'says':'faster'", "no number");
    paper(NAMES ",'says':'faster','number':'ours'", "-");
    paper("'a':'/a','says':'count','measure':'gpu','value':2.5,'unit':'ms'", "2.50 ms");
    paper("'a':'/a','says':'count','measure':'peak_bytes','value':2,'unit':'KiB'", "2 KiB");
    paper("'a':'/a','says':'count','measure':'counter:dispatches','value':21", "21");
    paper(AT, "levels 6");
    paper(AT ",'or_more':true", "levels 6 or more");
    paper(ON ",'value':4096", "from n 4096 on");
    paper(ON ",'value':4096,'approximate':true", "from about n 4096 on");
    paper(ON, "no number");
}

/* A number of its own for each case, and a quotient of figures. */
TEST(test_paper_numbers)
{
    entry_make(NAMES ",'says':'slower','join':['scene'],'values':{'x':2,'y':3}", 2, 2, 2);
    made_entry.pairs[0].published = 3;
    entry_says(claims_sentence_paper, "3 ×");
    made_entry.entry.readings[0].case_count = 2;
    entry_says(claims_sentence_paper, "a number for each case");
    entry_make(NAMES ",'says':'faster'", 2, 2, 2);
    made_entry.file->claims[0].paper_ratio = 2.5;
    entry_says(claims_sentence_paper, "2.5 × faster");
    made_entry.file->claims[0].paper_ratio = 0.4;
    entry_says(claims_sentence_paper, "2.5 × slower");
}

/* Verdict ------------------------------------------------------------------------------------- */

static void verdict(const char *members, struct zones zones, const char *wanted)
{
    entry_make(members, 2, 2, 2);
    made_entry.pairs[0].zones = zones;
    entry_says(claims_sentence_verdict, wanted);
}

/* The zone of CONFIRMED is printed where it is one of r. */
TEST(test_zone)
{
    const struct zones size = zones_size(6, zones_kappa);
    verdict(NAMES ",'says':'faster','value':6", size, "CONFIRMED (same size: 4.33 to 8.5)");
    verdict(NAMES ",'says':'faster'", zones_direction(), "CONFIRMED (from 1.05 × on)");
    verdict(NAMES ",'says':'faster','margin':'much'", zones_least(2), "CONFIRMED (from 2 × on)");
    verdict(NAMES ",'says':'as_fast'", zones_none(1.05, true, true),
            "CONFIRMED (within 5 % of none)");
    verdict(NAMES ",'says':'as_fast','margin':'little'", zones_none(1.1, true, false),
            "CONFIRMED (within 10 % of none)");
    verdict(NAMES ",'says':'as_fast','margin':'close'", zones_none(1.5, false, true),
            "CONFIRMED (within 1.5 ×)");
    verdict(NAMES ",'says':'share','value':0.9", size, "CONFIRMED");
    verdict(NAMES ",'says':'at_most','value':3", zones_at_most(3), "CONFIRMED");
    verdict(AT, zones_best(zones_kappa), "CONFIRMED");
    verdict(ON, zones_from(zones_kappa), "CONFIRMED");
}

TEST(test_words)
{
    entry_make(NAMES ",'says':'faster','value':6", 2, 2, 2);
    made_entry.pairs[0].zones = zones_size(6, zones_kappa);
    made_entry.entry.verdict =
        (struct verdict){ VERDICT_ZONES, 1u << ZONE_WEAKER | 1u << ZONE_CONFIRMED };
    entry_says(claims_sentence_verdict, "WEAKER or CONFIRMED (same size: 4.33 to 8.5)");
    made_entry.entry.verdict = (struct verdict){ VERDICT_NOT_TESTABLE, 0 };
    entry_says(claims_sentence_verdict, "NOT TESTABLE");
}

TEST(test_marks)
{
    entry_make(FASTER, 2, 2, 2);
    entry_says(claims_sentence_marks, "");
    made_entry.entry.marks = CLAIMS_READING;
    entry_says(claims_sentence_marks, "our reading of the paper's word");
    made_entry.entry.marks = CLAIMS_AFTER_DATA | CLAIMS_CLOCKS;
    entry_says(claims_sentence_marks, "after data; turns with the stopwatch");
}
