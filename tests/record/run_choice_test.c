/* SPDX-License-Identifier: MIT */
/* run_choice_test.c: cases of a run chosen and put in order. */
#include "harness/analysis/limits/limits.h"
#include "tests/record/run_document.h"

static struct run *run_make(void)
{
    return run_document_run(
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
}

/* Which cases of the file, by their indices in it: "102". */
static void assert_chosen(const char *filter, const char *name, enum run_order order,
                          const char *wanted)
{
    char found[8] = "";
    CLEANUP(run_choice_finish) struct run chosen = { 0 };
    RUN_AUTO *run = run_make();
    assert_true(run_choose(&chosen, run, &(struct run_wanted){ filter, name, order }));
    for (size_t i = 0; i < chosen.case_count; i++)
        for (size_t k = 0; k < run->case_count; k++)
            if (strcmp(chosen.cases[i].name, run->cases[k].name) == 0)
                found[i] = (char)('0' + k);
    assert_string_equal(found, wanted);
}

static void assert_refused(const char *filter, const char *name, const char *wanted)
{
    CLEANUP(run_choice_finish) struct run chosen = { 0 };
    RUN_AUTO *run = run_make();
    assert_false(run_choose(&chosen, run, &(struct run_wanted){ filter, name, RUN_ORDER_FILE }));
    assert_holds(trouble_text(), wanted);
}

TEST(test_choice)
{
    assert_chosen(NULL, NULL, RUN_ORDER_FILE, "012");
    assert_chosen(NULL, NULL, RUN_ORDER_TIME, "102");
    assert_chosen(NULL, NULL, RUN_ORDER_NAME, "210"); /* 9 before 10 */
    assert_chosen(NULL, NULL, RUN_ORDER_SPEEDUP, "102");
    assert_chosen(NULL, NULL, RUN_ORDER_FLOOR, "102");
    assert_chosen("n:9$", NULL, RUN_ORDER_FILE, "1");
    assert_chosen("lost|n:10", NULL, RUN_ORDER_NAME, "20");
    assert_chosen(NULL, "t.b/v/n:10", RUN_ORDER_FILE, "0");
    assert_refused(NULL, "t.b/lots", "there is no case 't.b/lots' (did you mean 't.b/lost'?)");
    assert_refused(NULL, "v",
                   "there is no case 'v': it is a part of names; name a case whole, such as "
                   "'t.b/v/n:10'");
    assert_refused(NULL, "b/v/n:1", "there is no case 'b/v/n:1' (did you mean 't.b/v/n:10'?)");
    assert_refused(NULL, "t.b/v/n:10/m:2", "(did you mean 't.b/v/n:10'?)");
    assert_refused(NULL, "/", "(did you mean 't.b/v/n:10'?)");
    assert_refused("nowhere", NULL, "no case is selected by the filter 'nowhere'");
    assert_refused("(", NULL, "is not a regular expression");
}

/* Latest --------------------------------------------------------------------------------------- */

/* A run that began then, with cases of these names, of which capital ones are well. */
static struct run *latest_make(const char *started, const char *names)
{
    CLEANUP(text_finish) struct text text = { 0 };
    text_add_format(&text, "{'session':{'started':'%s'},'cases':[", started);
    for (size_t i = 0; names[i]; i++)
        text_add_format(
            &text,
            names[i] < 'a'
                ? "%s{'name':'%c','workload':'w','variant':'v','kind':'gpu','status':'ok',"
                  "'axes':{'n':7},'samples':{'gpu_total_ns':[2000],'wall_total_ns':[9000]},"
                  "'inner_repetitions':1,'gpu':{'count':1,'median_ns':2000},"
                  "'wall':{'count':1,'median_ns':9000},'timer':{'tick_ns':1,'empty_ns':1},"
                  "'work':{'bytes_read':300,'bytes_written':100,'operations':800,'chain':1}}"
                : "%s{'name':'%c','workload':'w','variant':'v','kind':'gpu','status':'error',"
                  "'reason':'x'}",
            i > 0 ? "," : "", names[i] < 'a' ? names[i] : names[i] - 'a' + 'A');
    text_add(&text, "]}");
    return run_document_run(text_string(&text));
}

TEST(test_latest)
{
    struct run *runs[] = { latest_make("2026-01-02T00:00:00Z", "BAC"),
                           latest_make("2026-01-03T00:00:00Z", "bAD"),
                           latest_make("2026-01-01T00:00:00Z", "ACe") };
    /* B is well in the first alone; A in all, C in two; E went wrong everywhere. */
    static const struct {
        const char *name;
        size_t run, runs;
    } wanted[] = { { "B", 0, 2 }, { "A", 1, 3 }, { "C", 0, 2 }, { "D", 1, 1 }, { "E", 2, 1 } };
    struct run_latest latest;
    run_latest_find(&latest, (const struct run *const *)runs, 3);
    assert_int_equal(latest.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_string_equal(latest.cases[i].c->name, wanted[i].name);
        assert_ptr_equal(latest.cases[i].run, runs[wanted[i].run]);
        assert_int_equal(latest.cases[i].runs, wanted[i].runs);
        assert_ptr_equal(run_latest_named(&latest, wanted[i].name), &latest.cases[i]);
    }
    assert_null(run_latest_named(&latest, "F"));
    assert_string_equal(run_case_axis_value(latest.cases[0].c, "n"), "7");
    assert_null(run_case_axis_value(latest.cases[0].c, "m"));
    run_latest_finish(&latest);
    run_latest_find(&latest, NULL, 0);
    assert_int_equal(latest.count, 0);
    run_latest_finish(&latest);
    for (int i = 0; i < 3; i++)
        run_destroy(&runs[i]);
}

TEST(test_roofline)
{
    RUN_AUTO *run = latest_make("2026-01-02T00:00:00Z", "Ab");
    const struct roofline well = roofline_of(&run->cases[0]), bad = roofline_of(&run->cases[1]);
    assert_true(well.bytes == 400);
    assert_true(fabs(well.bytes_per_s - 2e8) < 1);
    assert_true(fabs(well.operations_per_s - 4e8) < 1);
    assert_true(fabs(well.intensity - 2) < 1e-12);
    assert_true(isnan(bad.bytes_per_s) && isnan(bad.intensity));
    run->cases[0].kind = BENCH_HOST_DRIVEN;
    assert_true(isnan(roofline_of(&run->cases[0]).bytes_per_s));
}
