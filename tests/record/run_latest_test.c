/* SPDX-License-Identifier: MIT */
/* Cases of several runs, each name once; and at what rate a case did its work. */
#include "harness/base/base.h"
#include "tests/record/run_document.h"

#include "harness/analysis/limits/limits.h"
#include "harness/record/run/run.h"

#include <math.h>

/* A run that began then, with cases of these names, of which capital ones are well. */
static struct run *run_make(const char *started, const char *names)
{
    char text[4096];
    int used = snprintf(text, sizeof(text), "{'session':{'started':'%s'},'cases':[", started);
    for (size_t i = 0; names[i]; i++)
        used += snprintf(
            text + used, sizeof(text) - (size_t)used,
            names[i] < 'a'
                ? "%s{'name':'%c','workload':'w','variant':'v','kind':'gpu','status':'ok',"
                  "'axes':{'n':7},'samples':{'gpu_total_ns':[2000],'wall_total_ns':[9000]},"
                  "'inner_repetitions':1,'gpu':{'count':1,'median_ns':2000},"
                  "'wall':{'count':1,'median_ns':9000},'timer':{'tick_ns':1,'empty_ns':1},"
                  "'work':{'bytes_read':300,'bytes_written':100,'operations':800,'chain':1}}"
                : "%s{'name':'%c','workload':'w','variant':'v','kind':'gpu','status':'error',"
                  "'reason':'x'}",
            i > 0 ? "," : "", names[i] < 'a' ? names[i] : names[i] - 'a' + 'A');
    snprintf(text + used, sizeof(text) - (size_t)used, "]}");
    json_t *document = run_document_of(text);
    struct run *run = run_read(document, started);
    if (!run)
        fail_msg("%s", trouble_text());
    json_decref(document);
    return run;
}

static void test_latest(void **state)
{
    struct run *runs[] = { run_make("2026-01-02T00:00:00Z", "BAC"),
                           run_make("2026-01-03T00:00:00Z", "bAD"),
                           run_make("2026-01-01T00:00:00Z", "ACe") };
    /* B is well in the first alone; A in all, C in two; E went wrong everywhere. */
    static const struct {
        const char *name;
        size_t run, runs;
    } wanted[] = { { "B", 0, 2 }, { "A", 1, 3 }, { "C", 0, 2 }, { "D", 1, 1 }, { "E", 2, 1 } };
    struct run_latest latest;
    (void)state;
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

static void test_roofline(void **state)
{
    struct run *run = run_make("2026-01-02T00:00:00Z", "Ab");
    (void)state;
    const struct roofline well = roofline_of(&run->cases[0]), bad = roofline_of(&run->cases[1]);
    assert_true(well.bytes == 400);
    assert_true(fabs(well.bytes_per_s - 2e8) < 1);
    assert_true(fabs(well.operations_per_s - 4e8) < 1);
    assert_true(fabs(well.intensity - 2) < 1e-12);
    assert_true(isnan(bad.bytes_per_s) && isnan(bad.intensity));
    run->cases[0].kind = BENCH_HOST_DRIVEN;
    assert_true(isnan(roofline_of(&run->cases[0]).bytes_per_s));
    run_destroy(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latest),
        cmocka_unit_test(test_roofline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
