/* SPDX-License-Identifier: MIT */
/* claims_each_test.c: what each of several runs says alone, beside all of them. */
#include "tests/analysis/claims_made.h"

#include "harness/analysis/claims/claims_each.h"
#include "harness/views/claims/stability_view.h"

#define EQUALS "'a':'/slow','b':'/fast','relation':'equals'"

enum { RUNS = 7 };

static struct made several[RUNS];
static const struct run *runs[RUNS];

/* A run for each factor, of which 3 is published, so that above 3.75 it is the direction only. */
static struct claims_each *each_of(const double *factors, size_t count, struct published *file)
{
    static const char *const paths[RUNS] = { "a.json", "runs/b.json.gz", "c.json", "d.json",
                                             "e.json", "f.json",         "g.json" };
    for (size_t i = 0; i < count; i++) {
        made_slow_and_fast(&several[i], factors[i]);
        several[i].run.path = paths[i];
        runs[i] = &several[i].run;
    }
    struct claims_each *each = claims_each_judge(runs, count, &file, 1);
    assert_non_null(each);
    return each;
}

/* What is printed of it, as one text. */
static char *said(const struct claims_each *each, enum sheet_style style)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_true(sheet_write(out, &(struct sheet_look){ .style = style }, stability_view, each));
    fclose(out);
    return text;
}

static void has(char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("no '%s' in:\n%s", wanted, text);
}

static void test_same(void **state)
{
    (void)state;
    static const double factors[] = { 2.9, 3, 3.1 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct claims_each *each = each_of(factors, 3, file);
    assert_int_equal(each->device_count, 1);
    assert_int_equal(each->devices[0].row_count, 1);
    assert_int_equal(each->devices[0].judged, 1);
    assert_int_equal(each->devices[0].changed, 0);
    char *text = said(each, SHEET_TEXT);
    assert_string_equal(text, "Made GPU: 3 runs, 1 claim with a verdict; each run alone says the "
                              "same\n");
    free(text);
    claims_each_destroy(&each);
    assert_null(each);
    published_destroy(&file);
}

/* One of six is off: together they have one verdict, and their own intervals are listed. */
static void test_changes(void **state)
{
    (void)state;
    static const double factors[] = { 3.6, 3.9, 3.6, 3.65, 3.6, 3.7 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct claims_each *each = each_of(factors, 6, file);
    const struct claims_each_row *row = &each->devices[0].rows[0];
    assert_int_equal(each->devices[0].changed, 1);
    assert_true(row->changes && row->told_apart);
    assert_int_equal(row->together->verdict, VERDICT_MATCHES);
    assert_int_equal(row->alone[0]->verdict, VERDICT_MATCHES);
    assert_int_equal(row->alone[1]->verdict, VERDICT_DIRECTION_ONLY);
    assert_int_equal(row->alone[1]->decided->estimate.processes, 1);
    char *text = said(each, SHEET_TEXT);
    has(text, "1 claim with a verdict; 1 changes from run to");
    has(text, "\np.c, paper: 3\n  MATCHES         together ");
    has(text, "\n  DIRECTION ONLY  b                               3.91 [3.91");
    free(text);
    text = said(each, SHEET_MARKDOWN);
    has(text, "| p.c | 3 | MATCHES | together | 3.");
    has(text, "| p.c | 3 | DIRECTION ONLY | b | 3.9");
    free(text);
    json_t *json = stability_json(each);
    const json_t *device = json_array_get(json_object_get(json, "devices"), 0);
    const json_t *claim = json_array_get(json_object_get(device, "claims"), 0);
    assert_int_equal(json_integer_value(json_object_get(device, "changed")), 1);
    assert_true(json_is_true(json_object_get(claim, "changes")));
    assert_int_equal(json_array_size(json_object_get(claim, "alone")), 6);
    json_decref(json);
    claims_each_destroy(&each);
    published_destroy(&file);
}

/* INCONCLUSIVE is another verdict, and said to be no contradiction. */
static void test_open(void **state)
{
    (void)state;
    static const double factors[] = { 3, 3 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct claims_each *each = each_of(factors, 2, file);
    claims_each_destroy(&each);
    several[1].cases[0].sample_count = 3;
    each = claims_each_judge(runs, 2, &file, 1);
    assert_non_null(each);
    assert_true(each->devices[0].rows[0].changes);
    assert_false(each->devices[0].rows[0].told_apart);
    char *text = said(each, SHEET_TEXT);
    has(text, "p.c, paper: 3; told by some runs alone\n");
    free(text);
    claims_each_destroy(&each);
    /* NOT TESTABLE is one, too, where the case is there and has failed. */
    several[1].cases[0].status = BENCH_ERROR;
    each = claims_each_judge(runs, 2, &file, 1);
    assert_non_null(each);
    assert_true(each->devices[0].rows[0].told_apart);
    claims_each_destroy(&each);
    /* A run that has but one side has no say. */
    several[1].run.case_count = 1;
    each = claims_each_judge(runs, 2, &file, 1);
    assert_non_null(each);
    assert_false(each->devices[0].rows[0].changes);
    assert_null(each->devices[0].rows[0].alone[1]);
    claims_each_destroy(&each);
    published_destroy(&file);
}

/* Each device has its own runs, in the order given. */
static void test_devices(void **state)
{
    (void)state;
    static const double factors[] = { 3, 1, 9 };
    struct published *file = made_claim(EQUALS, "'value':3", "");
    struct claims_each *each = each_of(factors, 3, file);
    claims_each_destroy(&each);
    several[1].run.device.name = "Another GPU";
    each = claims_each_judge(runs, 3, &file, 1);
    assert_non_null(each);
    assert_int_equal(each->device_count, 2);
    assert_int_equal(each->devices[0].changed, 1);
    assert_int_equal(each->devices[0].rows[0].alone[1]->verdict, VERDICT_DIRECTION_ONLY);
    assert_int_equal(each->devices[1].changed, 0);
    assert_int_equal(each->devices[1].rows[0].alone[0]->verdict, VERDICT_NO_DIFFERENCE);
    claims_each_destroy(&each);
    published_destroy(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_devices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
