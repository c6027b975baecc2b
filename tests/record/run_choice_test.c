/* SPDX-License-Identifier: MIT */
/* run_choice_test.c: cases of a run chosen and put in order. */
#include "harness/base/base.h"
#include "tests/record/run_document.h"

#include "harness/record/run/run.h"

static struct run *run_make(void)
{
    json_t *document = run_document_of(
        "{'cases':[{'name':'t.b/v/n:10','workload':'w','variant':'v','kind':'gpu','status':'ok',"
        "'samples':{'gpu_total_ns':[30],'wall_total_ns':[30]},'inner_repetitions':1,"
        "'gpu':{'count':1,'median_ns':30},'wall':{'count':1,'median_ns':30},'baseline':true,"
        "'timer':{'tick_ns':1,'empty_ns':1}},"
        "{'name':'t.b/v/n:9','workload':'w','variant':'v','kind':'gpu','status':'ok',"
        "'samples':{'gpu_total_ns':[10],'wall_total_ns':[10]},'inner_repetitions':1,"
        "'gpu':{'count':1,'median_ns':10},'wall':{'count':1,'median_ns':10},'floor_percent':50,"
        "'floor':{'ns':5,'bound':'chain'},'timer':{'tick_ns':1,'empty_ns':1},"
        "'time_ratio':{'pairs':1,'case_over_baseline':0.5}},"
        "{'name':'t.b/lost','workload':'w','variant':'lost','kind':'gpu','status':'error',"
        "'reason':'x'}]}");
    struct run *run = run_read(document, "run.json");
    if (!run)
        fail_msg("%s", trouble_text());
    json_decref(document);
    return run;
}

/* Which cases of the file, by their indices in it: "102". */
static void assert_chosen(const char *filter, const char *name, enum run_order order,
                          const char *wanted)
{
    char found[8] = "";
    struct run chosen, *run = run_make();
    const struct run_wanted what = { filter, name, order };
    assert_true(run_choose(&chosen, run, &what));
    for (size_t i = 0; i < chosen.case_count; i++)
        for (size_t k = 0; k < run->case_count; k++)
            if (strcmp(chosen.cases[i].name, run->cases[k].name) == 0)
                found[i] = (char)('0' + k);
    assert_string_equal(found, wanted);
    run_choice_finish(&chosen);
    run_destroy(&run);
}

static void assert_refused(const char *filter, const char *name, const char *wanted)
{
    struct run chosen, *run = run_make();
    const struct run_wanted what = { filter, name, RUN_ORDER_FILE };
    assert_false(run_choose(&chosen, run, &what));
    if (!strstr(trouble_text(), wanted))
        fail_msg("'%s' has no '%s'", trouble_text(), wanted);
    run_choice_finish(&chosen);
    run_destroy(&run);
}

static void test_orders(void **state)
{
    (void)state;
    assert_chosen(NULL, NULL, RUN_ORDER_FILE, "012");
    assert_chosen(NULL, NULL, RUN_ORDER_TIME, "102");
    assert_chosen(NULL, NULL, RUN_ORDER_NAME, "210"); /* 9 before 10 */
    assert_chosen(NULL, NULL, RUN_ORDER_SPEEDUP, "102");
    assert_chosen(NULL, NULL, RUN_ORDER_FLOOR, "102");
}

static void test_choice(void **state)
{
    (void)state;
    assert_chosen("n:9$", NULL, RUN_ORDER_FILE, "1");
    assert_chosen("lost|n:10", NULL, RUN_ORDER_NAME, "20");
    assert_chosen(NULL, "t.b/v/n:10", RUN_ORDER_FILE, "0");
}

static void test_refused(void **state)
{
    (void)state;
    assert_refused(NULL, "t.b/lots", "there is no case 't.b/lots' (did you mean 't.b/lost'?)");
    assert_refused(NULL, "v",
                   "there is no case 'v': it is a part of names; name a case whole, such as "
                   "'t.b/v/n:10'");
    assert_refused("nowhere", NULL, "no case is selected by the filter 'nowhere'");
    assert_refused("(", NULL, "is not a regular expression");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
