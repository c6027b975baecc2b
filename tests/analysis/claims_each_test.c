/* SPDX-License-Identifier: MIT */
/* claims_each_test.c: what each of several runs says alone, beside all of them. */
#include "tests/analysis/claims_made.h"
#include "tests/output.h"

#include "harness/analysis/claims/claims.h"
#include "harness/views/claims/claims.h"

#define THREE "'a':'/slow','b':'/fast','says':'slower','value':3" /* from 2.33 to 4 */

enum { RUNS = 7 };

static struct made several[RUNS];
static const struct run *runs[RUNS];

static struct claims_each *judge(size_t count, struct published *file)
{
    struct claims_each *each = claims_each_judge(&(struct claims_request){
        .runs = runs, .run_count = count, .published = &file, .published_count = 1 });
    assert_non_null(each);
    return each;
}

/* A run for each factor, all of one card. */
static struct claims_each *each_of(const double *factors, size_t count, struct published *file)
{
    static const char *const paths[RUNS] = { "a.json", "runs/b.json.gz", "c.json", "d.json",
                                             "e.json", "f.json",         "g.json" };
    for (size_t i = 0; i < count; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        several[i].run.path = paths[i];
        runs[i] = &several[i].run;
    }
    return judge(count, file);
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
    static const double factors[] = { 2.9, 3, 3.1 };
    struct published *file = made_claim(THREE);
    struct claims_each *each = each_of(factors, 3, file);
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
    published_destroy(&file);
}

/* One of six is off: all have other words than they have together, and share a zone with them. */
TEST(test_differs)
{
    static const double factors[] = { 3.6, 4.2, 3.6, 3.65, 3.6, 3.7 };
    struct published *file = made_claim(THREE);
    struct claims_each *each = each_of(factors, 6, file);
    const struct claims_each_row *row = &each->devices[0].rows[0];
    made_words(row->together->verdict, "CONFIRMED or STRONGER");
    assert_int_equal(each->devices[0].differed, 6);
    assert_int_equal(each->devices[0].excluded, 0);
    assert_true(row->differs);
    assert_false(row->excludes);
    made_words(row->alone[0]->verdict, "CONFIRMED");
    made_words(row->alone[1]->verdict, "STRONGER");
    assert_int_equal(row->alone[1]->readings[0].shown->estimate.processes, 1);
    claims_each_destroy(&each);
    published_destroy(&file);
}

/* Six cards, of which one has a run that is off: its median is not. */
TEST(test_excludes)
{
    static const double factors[] = { 3, 3.1, 3.2, 3.3, 3, 3.1, 4.2 };
    static const char *const cards[] = { "a", "b", "c", "d", "e", "f", "f" };
    struct published *file = made_claim(THREE);
    struct claims_each *each = each_of(factors, 7, file);
    claims_each_destroy(&each);
    for (size_t i = 0; i < 7; i++)
        several[i].run.device.uuid = cards[i];
    each = judge(7, file);
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
    json_t *json = stability_json(each);
    const json_t *device = json_array_get(json_object_get(json, "devices"), 0);
    const json_t *claim = json_array_get(json_object_get(device, "claims"), 0);
    assert_int_equal(json_integer_value(json_object_get(device, "differed")), 1);
    assert_int_equal(json_integer_value(json_object_get(device, "excluded")), 1);
    assert_true(json_is_true(json_object_get(claim, "differs")));
    assert_true(json_is_true(json_object_get(claim, "excludes")));
    assert_int_equal(json_array_size(json_object_get(claim, "alone")), 7);
    json_decref(json);
    claims_each_destroy(&each);
    published_destroy(&file);
}

/* NOT TESTABLE is held against nothing. */
TEST(test_not_testable)
{
    static const double factors[] = { 3, 3 };
    struct published *file = made_claim(THREE);
    struct claims_each *each = each_of(factors, 2, file);
    claims_each_destroy(&each);
    several[1].cases[0].status = BENCH_ERROR;
    each = judge(2, file);
    made_words(each->devices[0].rows[0].alone[1]->verdict, "NOT TESTABLE");
    assert_int_equal(each->devices[0].judged, 1);
    assert_false(each->devices[0].rows[0].differs);
    claims_each_destroy(&each);
    /* A run that has but one side has no say. */
    several[1].run.case_count = 1;
    each = judge(2, file);
    assert_null(each->devices[0].rows[0].alone[1]);
    claims_each_destroy(&each);
    /* All together have no interval, since one of them has none. */
    several[1].run.case_count = 2;
    several[1].cases[0].status = BENCH_OK;
    several[1].cases[0].sample_count = 3;
    each = judge(2, file);
    made_words(each->devices[0].rows[0].together->verdict, "NOT TESTABLE");
    assert_int_equal(each->devices[0].judged, 0);
    claims_each_destroy(&each);
    published_destroy(&file);
}

/* Each device has its own runs, in the order given. */
TEST(test_devices)
{
    static const double factors[] = { 3, 1, 9 };
    struct published *file = made_claim(THREE);
    struct claims_each *each = each_of(factors, 3, file);
    claims_each_destroy(&each);
    several[1].run.device.name = "Another GPU";
    each = judge(3, file);
    assert_int_equal(each->device_count, 2);
    assert_int_equal(each->devices[0].differed, 2);
    made_words(each->devices[0].rows[0].together->verdict, "CONFIRMED or STRONGER");
    made_words(each->devices[0].rows[0].alone[1]->verdict, "STRONGER");
    assert_int_equal(each->devices[1].differed, 0);
    made_words(each->devices[1].rows[0].alone[0]->verdict, "NOT SEEN");
    claims_each_destroy(&each);
    published_destroy(&file);
}
