/* SPDX-License-Identifier: MIT */
/* keep_test.c: which runs are not kept, each for its own reason, and what a kept one is called. */
#include "harness/analysis/keep/keep.h"
#include "tests/record/run_document.h"

/* Makes the times of a case those of its samples, none of which is throttled or all of which count:
 * the document's are made up. */
static void summary_settle(const struct run_case *c, bool wall, struct stats_summary *summary)
{
    double values[8];
    size_t count = 0;
    for (size_t i = 0; i < c->sample_count; i++)
        if (!c->samples[i].throttled || c->clock.throttled_count)
            values[count++] = wall ? c->samples[i].wall_ns : c->samples[i].gpu_ns;
    if (summary->count > 0 && count > 0)
        *summary = stats_summarize(values, count);
}

/* A whole run that nothing is against, but for these members of its own and of its case 1. */
static struct run *run_made(const char *changes, const char *of_case)
{
    json_auto_t *whole =
        run_document_json("{'session':{'complete':true,'ended':'2026-01-02T03:04:06Z'}}");
    json_auto_t *own = run_document_json(unit_text("{%s}", changes)),
                *c = run_document_json(unit_text("{%s}", of_case));
    json_t *document = run_document_full(), *cases = json_object_get(document, "cases");
    json_object_update_recursive(document, whole);
    json_object_update_recursive(document, own);
    json_array_remove(cases, 3);
    run_document_plant(document, "cases/1/clock/throttled_count", "false");
    run_document_plant(document, "cases/1/samples/throttled", NULL);
    json_object_update_recursive(json_array_get(cases, 1), c);
    struct run *run = run_document_read(document);
    for (size_t i = 0; i < run->case_count; i++) {
        summary_settle(&run->cases[i], false, &run->cases[i].gpu);
        summary_settle(&run->cases[i], true, &run->cases[i].wall);
    }
    return run;
}

static const struct {
    enum keep_fault fault;
    const char *changes, *of_case, *text;
} faults[] = {
    { KEEP_UNKNOWN, "'tool':{'commit':'unknown'}", "", "names no commit: build it" },
    { KEEP_UNKNOWN, "'tool':{'commit':''}", "", "names no commit" },
    { KEEP_DIRTY, "'tool':{'commit':'0123-dirty'}", "",
      "measured by 0123-dirty, a source that nobody has: commit it" },
    { KEEP_SLOW, "'tool':{'optimized':false}", "", "build with scripts/run" },
    { KEEP_VALIDATED, "'session':{'validate':true}", "", "without --validate" },
    { KEEP_LAYERED, "'context':{'environment':{'VK_INSTANCE_LAYERS':'VK_LAYER_a'}}", "",
      "asked for, VK_LAYER_a: unset" },
    { KEEP_LAYERED, "'context':{'environment':{'VK_LOADER_LAYERS_ENABLE':'*a*'}}", "",
      "asked for, *a*: unset" },
    { KEEP_LAYERED, "'context':{'layers':['VK_LAYER_MESA_device_select','VK_LAYER_b']}", "",
      "with the layer VK_LAYER_b, which may change times: disable it" },
    { KEEP_PLANTED, "'context':{'environment':{'CLAIMCHECK_FAULT':'crash@x'}}", "",
      "CLAIMCHECK_FAULT was 'crash@x': unset it" },
    { KEEP_INCOMPLETE, "'session':{'complete':false,'ended':null}", "",
      "not complete: claimcheck run --resume" },
    { KEEP_WRONG, "", "'status':'failed_verify','reason':'wanted 1'",
      "'t.b/a/n:1/cache:cold' is failed_verify: wanted 1; put that right" },
    { KEEP_WRONG, "", "'status':'suspect','reason':'too fast'", "is suspect: too fast" },
    { KEEP_UNTRIED, "", "'status':'error','reason':'no memory'", "is error: no memory" },
    { KEEP_UNTRIED, "", "'status':'timeout','reason':'hung'", "is timeout: hung" },
    { KEEP_UNTRIED, "", "'status':'device_lost','reason':'gone'", "is device_lost: g" },
    { KEEP_THROTTLED, "", "'clock':{'throttled_count':true}",
      "throttled samples count in 't.b/a/n:1/cache:cold'" },
    { KEEP_THROTTLED, "", "'samples':{'throttled':[false,true,false]}",
      "1 of 9 samples are throttled: let the device rest" },
    { KEEP_CACHED, "'ceilings':{'cached':true,'measured':'2026-01-01T00:00:00Z'}", "",
      "begun 2026-01-01T00:00:00Z: keep that one, too" },
    { KEEP_SUMMARY, "'summary':{'samples_max':3,'samples':9,'of':12}", "",
      "summary already, 9 of 12 samples: keep the run that it is of" },
    { KEEP_UNDATED, "'session':{'ended':'2026-02-30T00:00:00Z'}", "",
      "session.ended is '2026-02-30T00:00:00Z', not a date" },
    { KEEP_UNDATED, "'session':{'ended':'2001-02-03T00:00:00Z'}", "",
      "session.ended, 2001-02-03T00:00:00Z, is before session.started" },
    { KEEP_CLOCKS, "", "'samples':{'gpu_total_ns':[42,48,560]}",
      "sample 2 of 't.b/a/n:1/cache:cold' took the device 140 ns, for which the host waited 22 "
      "ns" },
};

static void assert_only(const struct run *run, int wanted, const char *part)
{
    for (int fault = 0; fault < KEEP_FAULT_COUNT; fault++) {
        const bool is = keep_fault_is(run, (enum keep_fault)fault);
        if (is != (fault == wanted))
            fail_msg("fault %d is %s, wanted %d: %s", fault, is ? "seen" : "not seen", wanted,
                     is ? trouble_text() : "");
        if (is && (!strstr(trouble_text(), part) || strchr(trouble_text(), '\n')))
            fail_msg("no line with '%s': '%s'", part, trouble_text());
    }
}

TEST(test_faults)
{
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        RUN_AUTO *run = run_made(faults[i].changes, faults[i].of_case);
        assert_only(run, (int)faults[i].fault, faults[i].text);
    }
}

/* One digit of what a file states is another. */
TEST(test_changed)
{
    RUN_AUTO *run = run_made("", "");
    struct stats_summary *gpu = &run->cases[1].gpu;
    double *const places[] = { &gpu->minimum, &gpu->median, &gpu->maximum };
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        *places[i] += 10;
        assert_only(run, KEEP_CHANGED, "'t.b/a/n:1/cache:cold' has a GPU time of ");
        *places[i] -= 10;
    }
    gpu->count++;
    assert_only(run, KEEP_CHANGED, "and by its samples it is 12 ns (10.5 to 14, 3 samples)");
    gpu->count--;
    run->cases[2].wall.median *= 2;
    assert_only(run, KEEP_CHANGED, "'t.b/host/n:1' has a wall time of ");
    run->summary.of = 12; /* which has not all samples any more */
    assert_only(run, KEEP_SUMMARY, "");
}

/* Cases that the device cannot do, an older file that says nothing of its build, ceilings that are
 * said to be its own. */
TEST(test_nothing_against_it)
{
    static const char *const changes[] = {
        "",
        "'tool':{'optimized':true},'ceilings':{'cached':false}",
        "'tool':{'optimized':null},'context':{'environment':{}}",
        "'ceilings':null,'tool':{'commit':'v1.2-3-gdirtyless'}",
    };
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        RUN_AUTO *run = run_made(changes[i], "");
        assert_only(run, -1, "");
    }
    RUN_AUTO *run = run_made("", "'status':'unsupported','reason':'no int64'");
    assert_only(run, -1, "");
}

TEST(test_no_times)
{
    RUN_AUTO *run = run_made("", "");
    for (size_t i = 0; i < run->case_count; i++) {
        run->cases[i].status = BENCH_UNSUPPORTED;
        case_drop_times(&run->cases[i]);
    }
    assert_only(run, KEEP_TIMELESS, "no case has a time");
}

/* A few of many cases may have none but throttled samples. */
TEST(test_few_throttled)
{
    enum { MANY = 200 };
    RUN_AUTO *run = run_made("", "");
    struct run_case *few = run->cases, *many = calloc(MANY, sizeof(*many));
    const size_t count = run->case_count;
    for (size_t i = 0; i < MANY; i++)
        many[i] = few[1];
    many[4].clock.throttled_count = many[5].clock.throttled_count = true;
    run->cases = many;
    run->case_count = MANY;
    assert_false(keep_fault_is(run, KEEP_THROTTLED));
    many[6].clock.throttled_count = true;
    assert_true(keep_fault_is(run, KEEP_THROTTLED));
    run->cases = few;
    run->case_count = count;
    free(many);
}

/* Ceilings that a run took over are those of the run that is said to have them. */
TEST(test_ceilings_of)
{
#define CACHED(time) "'cached':true,'measured':'2026-01-0" time "Z'"
    static const char begun[] = CACHED("2T03:04:05");
    const struct {
        const char *run, *other, *text;
    } rows[] = {
        { begun, "'ceilings':{}", NULL },
        { "", "'ceilings':{}", "its device limits are its own: leave out --ceilings-of" },
        { CACHED("2T03:04:06"), "'ceilings':{}", "begun 2026-01-02T03:04:06Z by" },
        { begun, "'ceilings':{'operations_per_s':5}", "differ from those" },
        { begun, "'ceilings':{" CACHED("1T00:00:00") "}", "are of an earlier run, too: name" },
        { begun, "'device':{'uuid':'another'}", "" },
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        RUN_AUTO *run = run_made(unit_text("'ceilings':{%s}", rows[i].run), ""),
                 *other = run_made(unit_text("'session':{'started':'2026-01-02T03:04:05Z',"
                                             "'complete':false,'ended':null},%s",
                                             rows[i].other),
                                   "");
        const bool differ = keep_ceilings_differ(run, other);
        assert_true(differ == (rows[i].text != NULL));
        if (differ && !strstr(trouble_text(), rows[i].text))
            fail_msg("no '%s': '%s'", rows[i].text, trouble_text());
    }
}

/* More than one case: how many, and the first. */
TEST(test_several)
{
    RUN_AUTO *run = run_made("", "'status':'suspect','reason':'too fast'");
    run->cases[2].status = BENCH_FAILED_VERIFY;
    assert_true(keep_fault_is(run, KEEP_WRONG));
    assert_holds(trouble_text(), "'t.b/a/n:1/cache:cold' (and 1 more) is suspect");
}

static void assert_name(const struct run *run, const char *wanted)
{
    char name[64];
    keep_name(run, name, sizeof(name));
    assert_string_equal(name, wanted);
}

TEST(test_names)
{
    RUN_AUTO *run = run_made("", "");
    run->cases[2].technique = "t";
    assert_name(run, "20260102-t-quick");
    run->cases[2].technique = "of_another";
    assert_name(run, "20260102-quick");
    run->cases[1].technique = "of_another";
    assert_name(run, "20260102-of-another-quick");
    run->case_count = 1;
    assert_name(run, "20260102-u-quick");
    const char *const claims[] = { "--seed=1", "--claims=" };
    run->session.plan_arguments = claims;
    run->session.plan_argument_count = 2;
    assert_name(run, "20260102-u-claims");
    const char *const gate[] = { "--seed=1", "--profile=gate" };
    run->session.plan_arguments = gate;
    run->session.profile = "full";
    assert_name(run, "20260102-u-gate");
    run->session.plan_argument_count = 1;
    assert_name(run, "20260102-u-full");
    run->session.profile = "../x";
    assert_name(run, "20260102-u----x");
    char name[64];
    keep_name(run, name, 10);
    assert_string_equal(name, "");
}
