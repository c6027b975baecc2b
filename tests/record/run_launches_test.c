/* SPDX-License-Identifier: MIT */
/* run_launches_test.c: a case of several launches as it is read. */
#include "harness/base/base.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <math.h>

#include "tests/record/run_document.h"

static struct run *read_run(const json_t *document)
{
    struct run *run = run_read(document, "run.json");
    if (!run)
        fail_msg("%s", trouble_text());
    return run;
}

static void test_launches(void **state)
{
    (void)state;
    json_t *document = run_document_full();
    struct run *run = read_run(document);
    assert_true(run->session.launches == 1 && run->cases[0].launch_count == 0);
    assert_true(isnan(run->cases[0].time_between.confidence));
    run_destroy(&run);
    run_document_plant(document, "session/launches", "2");
    run_document_plant(document, "cases/0/launches", RUN_DOCUMENT_LAUNCHES);
    run = read_run(document);
    const struct run_case *c = &run->cases[0];
    assert_true(run->session.launches == 2 && c->launch_count == 2);
    assert_true(c->launches[0].samples == 2 && c->launches[1].median_ns == 12);
    assert_true(c->launches[0].ratio.pairs == 0 && c->launches[1].ratio.ratio == 1);
    assert_int_equal(c->launches[1].stop, RESULT_STOP_TIME);
    assert_true(c->samples[1].launch == 0 && c->samples[2].launch == 1);
    assert_true(c->time_between.confidence == 0.5 && c->ratio_between.launches == 1);
    assert_true(c->time_between.bimodal && !c->ratio_between.bimodal);
    assert_true(run_case_median_ns(c) == 11.25 && run_case_interval(c).high == 12);
    assert_true(isnan(run_case_ratio_interval(c).low));
    case_drop_times(&run->cases[0]);
    assert_true(c->launch_count == 0 && isnan(run_case_median_ns(c)));
    run_destroy(&run);
    json_decref(document);
}

/* Each launch says whether its throttled samples count, in older files the case for all of them. */
static void test_throttled(void **state)
{
    (void)state;
    for (int old = 0; old < 2; old++) {
        json_t *document = run_document_full();
        run_document_plant(document, "cases/1/launches", RUN_DOCUMENT_LAUNCHES);
        if (!old)
            run_document_plant(document, "cases/1/launches/each/0/throttled_count", "false");
        struct run *run = read_run(document);
        const struct run_case *c = &run->cases[1];
        assert_true(c->launch_count == 2 && c->clock.throttled_count);
        assert_int_equal(c->launches[0].throttled_count, old);
        assert_true(c->launches[1].throttled_count);
        run_destroy(&run);
        json_decref(document);
    }
}

static void test_launches_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *where, *value, *message;
    } faults[] = {
        { "session/launches", "-1", "session.launches is -1" },
        { "cases/0/launches/each", NULL, "launches.each must have at least 2 entries" },
        { "cases/0/launches/each/0/samples", "0", "launches.each[0].samples must be at least 1" },
        { "cases/0/launches/each/0/samples", "1",
          "samples has 3 entries, and the launches have 2" },
        { "cases/0/launches/each/0/samples", "3",
          "samples has 3 entries, and the launches have 4" },
        { "cases/0/launches/each/1/median_ns", "0", "launches.each[1].median_ns is 0" },
        { "cases/0/launches/each/1/throttled_count", "1", "launches.each[1].throttled_count is " },
        { "cases/0/launches/each/1/stop", "'luck'", "launches.each[1].stop is 'luck'" },
        { "cases/0/launches/time/confidence", "1.5", "launches.time.confidence is 1.5" },
        { "cases/0/launches/time/interval_low_ns", "-1", "launches.time.interval_low_ns is -1" },
    };
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        json_t *document = run_document_full();
        run_document_plant(document, "cases/0/launches", RUN_DOCUMENT_LAUNCHES);
        run_document_plant(document, faults[i].where, faults[i].value);
        assert_null(run_read(document, "run.json"));
        if (!strstr(trouble_text(), faults[i].message))
            fail_msg("no '%s' in '%s'", faults[i].message, trouble_text());
        json_decref(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_throttled),
        cmocka_unit_test(test_launches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
