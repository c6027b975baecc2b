/* SPDX-License-Identifier: MIT */
/* override_test.c: kernels of a user's against those that they replace, in runs made up here. */
#include "harness/analysis/override/override.h"
#include "tests/analysis/twin_run.h"

#define TWIN_AUTO CLEANUP(override_finish) struct results_override

/* Returns the finding on case i of the run. */
static struct results_override twin_of(const struct run *run, size_t i)
{
    struct results_override twin;
    override_find(run, &run->cases[i], &twin);
    return twin;
}

static void assert_verdict(const struct run *run, enum results_override_verdict verdict)
{
    TWIN_AUTO twin = twin_of(run, 2);
    if (twin.verdict != verdict)
        fail_msg("%s, and not %s: %.4f [%.4f, %.4f] of %zu",
                 results_override_verdict_names[twin.verdict],
                 results_override_verdict_names[verdict], twin.ratio.ratio, twin.ratio.interval.low,
                 twin.ratio.interval.high, twin.ratio.pairs);
}

static void assert_made(size_t rounds, double factor, double spread,
                        enum results_override_verdict verdict)
{
    RUN_AUTO *run = twin_run(rounds, factor, spread);
    assert_verdict(run, verdict);
}

/* Every row of the rule. */
TEST(test_verdicts)
{
    assert_made(40, 1, 0, RESULTS_OVERRIDE_NO_DIFFERENCE);
    assert_made(40, 1, 0.01, RESULTS_OVERRIDE_NO_DIFFERENCE);
    assert_made(40, 1.015, 0, RESULTS_OVERRIDE_NO_DIFFERENCE); /* of 1, and too little */
    assert_made(40, 0.985, 0, RESULTS_OVERRIDE_NO_DIFFERENCE);
    assert_made(40, 1.021, 0, RESULTS_OVERRIDE_SLOWER);
    assert_made(40, 1.07, 0.02, RESULTS_OVERRIDE_SLOWER);
    assert_made(40, 0.979, 0, RESULTS_OVERRIDE_FASTER);
    assert_made(40, 0.8, 0.05, RESULTS_OVERRIDE_FASTER);
    assert_made(40, 1, 0.4, RESULTS_OVERRIDE_TOO_FEW); /* wider than 2 %, and 1 in it */
    assert_made(6, 1.5, 0, RESULTS_OVERRIDE_SLOWER);
    assert_made(5, 1.5, 0, RESULTS_OVERRIDE_TOO_FEW); /* no interval */
    assert_made(1, 1, 0, RESULTS_OVERRIDE_TOO_FEW);
}

/* Member `key` of case i, as JSON; NULL takes it away. */
static struct run *changed(size_t i, const char *key, const char *value)
{
    json_t *document = twin_run_document(40);
    run_document_plant(document, unit_text("cases/%zu/%s", i, key), value);
    return run_document_read(document);
}

static void assert_changed(size_t i, const char *key, const char *value,
                           enum results_override_verdict verdict)
{
    RUN_AUTO *run = changed(i, key, value);
    assert_verdict(run, verdict);
}

TEST(test_without_time)
{
    assert_changed(2, "status", "'failed_verify'", RESULTS_OVERRIDE_WRONG);
    assert_changed(2, "status", "'suspect'", RESULTS_OVERRIDE_WRONG);
    assert_changed(2, "check", "{'before':true,'after':false}", RESULTS_OVERRIDE_WRONG);
    assert_changed(2, "status", "'timeout'", RESULTS_OVERRIDE_NO_TIME);
    assert_changed(2, "status", "'unsupported'", RESULTS_OVERRIDE_NO_TIME);
    assert_changed(1, "status", "'failed_verify'", RESULTS_OVERRIDE_NO_TIME);
    assert_changed(1, "status", "'error'", RESULTS_OVERRIDE_NO_TIME);
    assert_changed(1, "samples", "null", RESULTS_OVERRIDE_TOO_FEW); /* no round of both */
}

/* The case that differs from the twin in the kernels alone, and no other. */
TEST(test_original)
{
    static const struct {
        const char *key, *value;
    } others[] = {
        { "workload", "'t.b/n:2'" }, { "variant", "'v2'" },     { "variant", "'v@file'" },
        { "cache", "'cold'" },       { "axes", "{'n':2}" },     { "axes", "{'n':1,'m':1}" },
        { "axes", "{'m':1}" },       { "replaced", "['t/k']" },
    };
    RUN_AUTO *whole = twin_run(40, 1, 0);
    assert_ptr_equal(override_original(whole, &whole->cases[2]), &whole->cases[1]);
    assert_null(override_original(whole, &whole->cases[1]));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        RUN_AUTO *run = changed(1, others[i].key, others[i].value);
        TWIN_AUTO twin = twin_of(run, 2);
        assert_null(override_original(run, &run->cases[2]));
        assert_string_equal(twin.original, "");
        assert_int_equal(twin.verdict, RESULTS_OVERRIDE_NO_TIME);
        assert_int_equal(twin.kernel_count, 0);
    }
}

static void assert_fact(const struct results_override_kernel *kernel,
                        enum results_override_fact fact, double own, double other)
{
    assert_true(isnan(own) ? isnan(kernel->facts[fact]) : kernel->facts[fact] == own);
    assert_true(isnan(other) ? isnan(kernel->file_facts[fact]) : kernel->file_facts[fact] == other);
}

/* The ratio of an attempt with `factor` to what was kept. */
static struct stats_ratio attempt(struct attempts *attempts, double factor, double spread)
{
    RUN_AUTO *run = twin_run(40, factor, spread);
    TWIN_AUTO twin = twin_of(run, 2);
    const struct stats_ratio ratio = attempts_ratio(attempts, &run->cases[2], &twin);
    attempts_keep(attempts, run);
    return ratio;
}

/* Each attempt against the one before, not against the first; one without a time leaves that. */
TEST(test_attempts)
{
    struct attempts attempts = { 0 };
    assert_int_equal(attempt(&attempts, 1.2, 0).pairs, 0);
    struct stats_ratio ratio = attempt(&attempts, 0.9, 0);
    assert_int_equal(ratio.pairs, 40);
    assert_float_equal(ratio.ratio, 0.75, 1e-6);
    assert_int_equal(override_verdict(&ratio), RESULTS_OVERRIDE_FASTER);
    ratio = attempt(&attempts, 0.9, 0.4); /* both intervals count */
    assert_true(ratio.interval.low < 1 && ratio.interval.high > 1);
    RUN_AUTO *wrong = changed(2, "status", "'failed_verify'");
    const struct attempts kept = attempts;
    attempts_keep(&attempts, wrong);
    assert_memory_equal(&attempts, &kept, sizeof(kept));
    assert_int_equal(attempts.count, 1);
}

/* Kernels of one name go together in their order; what a driver says nothing of is not known. */
TEST(test_kernels)
{
    RUN_AUTO *run = twin_run(40, 1, 0);
    TWIN_AUTO twin = twin_of(run, 2);
    assert_int_equal(twin.kernel_count, 2);
    const struct results_override_kernel *first = &twin.kernels[0], *second = &twin.kernels[1];
    assert_string_equal(first->name, "t/k");
    assert_string_equal(first->id, "t/k:00");
    assert_string_equal(first->file_id, "t/k:02");
    assert_string_equal(second->id, "t/k:01");
    assert_string_equal(second->file_id, "t/k:03");
    assert_false(first->same);
    assert_fact(first, RESULTS_OVERRIDE_REGISTERS, 40, 38);
    assert_fact(first, RESULTS_OVERRIDE_SPILLS, 0, 2);
    assert_fact(first, RESULTS_OVERRIDE_LOCAL, 16, 0); /* the lower half */
    assert_fact(first, RESULTS_OVERRIDE_SHARED, 64, 64);
    assert_fact(first, RESULTS_OVERRIDE_BINARY, 5120, 4992);
    assert_fact(first, RESULTS_OVERRIDE_SPIRV, 400, 380);
    assert_fact(second, RESULTS_OVERRIDE_REGISTERS, NAN, NAN);
    assert_fact(second, RESULTS_OVERRIDE_SHARED, 64, 32);
}

/* The text of the file reads back, also from a summary without the samples. */
TEST(test_json)
{
    json_t *document = twin_run_document(40);
    RUN_AUTO *whole = run_document_read(json_incref(document));
    override_find_all(whole);
    assert_int_equal(whole->cases[1].beside.verdict, RESULTS_OVERRIDE_NONE);
    json_auto_t *c = case_json(run_find_case(whole, "t.b/v@file/n:1"));
    const json_t *twin = json_object_get(c, "twin");
    assert_json(twin, "{'original':'t.b/v/n:1','verdict':'no_difference',"
                      "'time_ratio':{'pairs':40}}");
    assert_int_equal(json_array_size(json_object_get(twin, "kernels")), 2);
    run_document_plant(document, "summary", "{'samples_max':1,'samples':3,'of':120}");
    for (size_t i = 0; i < 3; i++)
        json_object_set_new(json_array_get(json_object_get(document, "cases"), i), "samples",
                            twin_run_samples(1, 1, 0));
    run_document_plant(document, "cases/2/twin",
                       "{'original':'t.b/v/n:1','verdict':'slower','time_ratio':{'pairs':40,"
                       "'file_over_original':1.5,'interval_low':1.4,'interval_high':1.6},"
                       "'kernels':[]}");
    RUN_AUTO *run = run_document_read(document);
    assert_int_equal(run->cases[2].beside.ratio.pairs, 40);
    assert_int_equal(run->cases[1].beside.ratio.pairs, 0);
    assert_verdict(run, RESULTS_OVERRIDE_SLOWER);
}
