/* SPDX-License-Identifier: MIT */
/* claims_each_test.c: what each of several runs says alone, beside all of them. */
#include "harness/views/claims/claims.h"
#include "tests/analysis/claims_made.h"
#include "tests/output.h"

enum { RUNS = 7 };

static struct made several[RUNS];
static const struct run *runs[RUNS];

/* Makes a run for each factor, all of one card. */
static void runs_make(const double *factors, size_t count)
{
    static const char *const paths[RUNS] = { "a.json", "runs/b.json.gz", "c.json", "d.json",
                                             "e.json", "f.json",         "g.json" };
    for (size_t i = 0; i < count; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        several[i].run.path = paths[i];
        runs[i] = &several[i].run;
    }
}

#define EACH_AUTO CLEANUP(claims_each_destroy) struct claims_each

/* The claim is CONFIRMED from 2.33 to 4. */
static struct claims_each *judge(size_t count)
{
    static struct published *file;
    file = file ? file : made_claim("'a':'/slow','b':'/fast','says':'slower','value':3");
    struct claims_each *each = claims_each_judge(&(struct claims_request){
        .runs = runs, .run_count = count, .published = &file, .published_count = 1 });
    assert_non_null(each);
    return each;
}

/* All that is printed of it. */
static const char *said(const struct claims_each *each, enum sheet_style style)
{
    FILE *out = output_begin();
    sheet_write(out, &(struct sheet_look){ .style = style }, stability_view, each);
    fclose(out);
    return output;
}

TEST(test_same)
{
    runs_make((const double[]){ 2.9, 3, 3.1 }, 3);
    struct claims_each *each = judge(3);
    const struct claims_each_device *device = &each->devices[0];
    assert_int_equal(each->device_count, 1);
    assert_int_equal(device->row_count, 1);
    assert_int_equal(device->judged, 3);
    assert_int_equal(device->differed, 0);
    assert_int_equal(device->excluded, 0);
    assert_false(device->rows[0].differs || device->rows[0].excludes);
    const char *text = said(each, SHEET_TEXT);
    assert_holds(text, "single runs: 0 differ in word from the joint verdict, 0 share no zone");
    assert_null(strstr(text, "p.c"));
    claims_each_destroy(&each);
    assert_null(each);
}

/* One of six is off: all have other words than they have together, and share a zone with them. */
TEST(test_differs)
{
    runs_make((const double[]){ 3.6, 4.2, 3.6, 3.65, 3.6, 3.7 }, 6);
    EACH_AUTO *each = judge(6);
    const struct claims_each_row *row = &each->devices[0].rows[0];
    made_words(row->together->verdict, "CONFIRMED or STRONGER");
    assert_int_equal(each->devices[0].differed, 6);
    assert_int_equal(each->devices[0].excluded, 0);
    assert_true(row->differs);
    assert_false(row->excludes);
    made_words(row->alone[0]->verdict, "CONFIRMED");
    made_words(row->alone[1]->verdict, "STRONGER");
    assert_int_equal(row->alone[1]->readings[0].shown->estimate.processes, 1);
}

/* Six cards, of which one has a run that is off: its median is not. */
TEST(test_excludes)
{
    static const char *const cards[] = { "a", "b", "c", "d", "e", "f", "f" };
    runs_make((const double[]){ 3, 3.1, 3.2, 3.3, 3, 3.1, 4.2 }, 7);
    for (size_t i = 0; i < 7; i++)
        several[i].run.device.uuid = cards[i];
    EACH_AUTO *each = judge(7);
    const struct claims_each_row *row = &each->devices[0].rows[0];
    made_words(row->together->verdict, "CONFIRMED");
    assert_int_equal(each->devices[0].judged, 7);
    assert_int_equal(each->devices[0].differed, 1);
    assert_int_equal(each->devices[0].excluded, 1);
    assert_true(row->differs && row->excludes);
    /* A run alone speaks of its card: no factor, and no card is missing. */
    assert_true(row->alone[0]->readings[0].shown->estimate.factor == 1);
    assert_false(row->alone[0]->marks & CLAIMS_PROVISIONAL);
    const char *text = said(each, SHEET_TEXT);
    assert_holds(text,
                 "of single runs: 1 differs in word from the joint verdict, 1 shares no zone");
    assert_holds(
        text, "\np.c, paper: 3 ×; a run rules out the joint verdict\n  CONFIRMED       together ");
    assert_holds(text, "\n  STRONGER        g                               4.2");
    text = said(each, SHEET_MARKDOWN);
    assert_holds(text, "| p.c | 3 × | CONFIRMED | together | 3.");
    assert_holds(text, "| p.c | 3 × | STRONGER | g | 4.");
    json_auto_t *json = stability_json(each);
    const json_t *device = json_array_get(json_object_get(json, "devices"), 0);
    const json_t *claim = json_array_get(json_object_get(device, "claims"), 0);
    assert_json(device, "{'differed':1,'excluded':1}");
    assert_json(claim, "{'differs':true,'excludes':true}");
    assert_int_equal(json_array_size(json_object_get(claim, "alone")), 7);
}

/* NOT TESTABLE is held against nothing. */
TEST(test_not_testable)
{
    runs_make((const double[]){ 3, 3 }, 2);
    several[1].cases[0].status = BENCH_ERROR;
    EACH_AUTO *one_fails = judge(2);
    made_words(one_fails->devices[0].rows[0].alone[1]->verdict, "NOT TESTABLE");
    assert_int_equal(one_fails->devices[0].judged, 1);
    assert_false(one_fails->devices[0].rows[0].differs);
    /* A run that has but one side has no say. */
    several[1].run.case_count = 1;
    EACH_AUTO *one_side = judge(2);
    assert_null(one_side->devices[0].rows[0].alone[1]);
    /* All together have no interval, since one of them has none. */
    several[1].run.case_count = 2;
    several[1].cases[0].status = BENCH_OK;
    several[1].cases[0].sample_count = 3;
    EACH_AUTO *few = judge(2);
    made_words(few->devices[0].rows[0].together->verdict, "NOT TESTABLE");
    assert_int_equal(few->devices[0].judged, 0);
}

/* Each device has its own runs, in the order given. */
TEST(test_devices)
{
    runs_make((const double[]){ 3, 1, 9 }, 3);
    several[1].run.device.name = "Another GPU";
    EACH_AUTO *each = judge(3);
    assert_int_equal(each->device_count, 2);
    assert_int_equal(each->devices[0].differed, 2);
    made_words(each->devices[0].rows[0].together->verdict, "CONFIRMED or STRONGER");
    made_words(each->devices[0].rows[0].alone[1]->verdict, "STRONGER");
    assert_int_equal(each->devices[1].differed, 0);
    made_words(each->devices[1].rows[0].alone[0]->verdict, "NOT SEEN");
}
