/* SPDX-License-Identifier: MIT */
/* published_cases_test.c: which cases claims are about: made claims on a made technique. */
#include "harness/cli/session/session.h"
#include "tests/record/run_document.h"

#include <unistd.h>

static const struct bench_axis axes[] = {
    { .name = "n", .min = 1, .max = 99, .values = { "1", "1,2", "1,2,3" } },
    { .name = NULL },
};
static struct bench_variant variants[] = {
    { .name = "base", .kind = BENCH_GPU },
    { .name = "fast", .kind = BENCH_GPU },
    { .name = "other", .kind = BENCH_GPU },
    { .name = NULL },
};
static const struct bench bench = { .name = "b", .axes = axes, .variants = variants };
static const struct bench *const benches[] = { &bench, NULL };
static const struct technique technique = { .name = "t", .benches = benches };
static const struct technique *const techniques[] = { &technique, NULL };

static char path[] = "/tmp/published_cases_XXXXXX";
static struct published_cases cases;

/* Claims of what a metric is; made.pair is one of a time against another, where n is 2. */
static int write_file(void **state)
{
    const int file = mkstemp(path);
    json_auto_t *document = run_document_json(
        "{'schema_version':2,'paper':{'id':'made','title':'t','authors':['a'],'kind':'k',"
        "'year':2000,'doi':null},'technique':'t','recorded':'2026-01-01','hardware':[],"
        "'figures':[],'claims':["
        "{'id':'made.pair','statement':'s','profile':'paper','a':'^t[.]b/fast/',"
        "'b':'^t[.]b/base/','measure':'gpu','says':'at_most','value':1,'unit':'ratio',"
        "'range':{'n':[2,2]}},"
        "{'id':'made.alone','statement':'s','profile':'quick','a':'^t[.]b/other/n:1$',"
        "'measure':'metric:hits','says':'at_most','value':1,'unit':'hits'},"
        "{'id':'made.slow','statement':'s','profile':'full','a':'^t[.]b/fast/n:3$',"
        "'measure':'metric:hits','says':'at_most','value':1,'unit':'hits','takes_minutes':true},"
        "{'id':'made.nowhere','statement':'s','profile':'paper','a':'^t[.]b/other/n:2$',"
        "'measure':'metric:hits','says':'at_most','value':1,'unit':'hits',"
        "'untestable':'it is a matter of taste'}]}");
    const int code = file < 0 ? -1 : json_dumpfd(document, file, 0);
    return code != 0 || close(file) != 0;
}

static int remove_file(void **state)
{
    published_cases_finish(&cases);
    return unlink(path);
}

static bool take(const char *ids, bool with_long)
{
    const char *const files[] = { path };
    const struct published_cases_request request = {
        .ids = ids, .files = files, .file_count = 1, .with_long = with_long
    };
    published_cases_finish(&cases);
    return published_cases_init(&cases, &request);
}

/* Plans the cases that a selection of the claims is about; false with a message. */
static bool planned(struct plan *plan, const struct published_cases *of, enum bench_profile profile,
                    const char *filter)
{
    return plan_init(plan, &(struct plan_request){ .techniques = techniques,
                                                   .profile = profile,
                                                   .filter = filter,
                                                   .wanted = published_cases_wanted(of) });
}

/* Checks the plan at the claims' own profile, or at another: names in order, a blank between. */
static void assert_planned(enum bench_profile profile, const char *filter, const char *names)
{
    char found[1024] = "";
    struct plan plan;
    if (!planned(&plan, &cases, profile, filter)) {
        assert_string_equal(trouble_text(), names);
        return;
    }
    for (size_t i = 0; i < plan.group_count; i++)
        for (size_t k = 0; k < plan.groups[i].case_count; k++) {
            const size_t used = strlen(found);
            snprintf(found + used, sizeof(found) - used, "%s%s", used > 0 ? " " : "",
                     plan.groups[i].cases[k].name + strlen("t.b/"));
        }
    plan_finish(&plan);
    assert_string_equal(found, names);
}

/* Baselines come along; what the other claims are about does not. */
TEST(test_all)
{
    assert_true(take(NULL, false));
    assert_int_equal(cases.claim_count, 2);
    assert_int_equal(cases.long_count, 1);
    assert_int_equal(cases.profile, BENCH_PAPER);
    assert_planned(BENCH_PAPER, NULL, "base/n:1 other/n:1 base/n:2 fast/n:2");
    assert_planned(BENCH_FULL, NULL, "base/n:1 other/n:1 base/n:2 fast/n:2");
    assert_planned(BENCH_QUICK, NULL, "base/n:1 other/n:1");
    assert_planned(BENCH_PAPER, "fast", "base/n:2 fast/n:2");
    assert_planned(BENCH_PAPER, "other/n:2",
                   "the filter 'other/n:2' selects no case that the claims are about");
    assert_planned(BENCH_PAPER, "otter",
                   "the filter 'otter' selects no case (did you mean 'other'?)");
}

/* A software device has no say in made.pair, which is about times, nor with `large` in made.slow;
 * where nothing else is asked for, nothing is left out. */
TEST(test_left_out)
{
    static const struct {
        const char *ids;
        bool large;
        size_t count;
        const char *first; /* of what is planned then; NULL: as before */
    } made[] = { { NULL, false, 1, "t.b/base/n:1" },
                 { NULL, true, 2, "t.b/base/n:1" },
                 { "pair", false, 0, NULL },
                 { "alone", true, 0, NULL } };
    for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
        bool left_out[4] = { false };
        struct plan plan;
        assert_true(take(made[i].ids, true));
        assert_true(planned(&plan, &cases, BENCH_FULL, NULL));
        const size_t count = plan.case_count;
        assert_int_equal(published_cases_leave_out(&cases, &plan, made[i].large, left_out),
                         made[i].count);
        plan_finish(&plan);
        struct published_cases left = cases;
        left.left_out = left_out;
        assert_true(planned(&plan, &left, BENCH_FULL, NULL));
        if (made[i].first)
            assert_string_equal(plan.groups[0].cases[0].name, made[i].first);
        assert_true((plan.case_count < count) == (made[i].count > 0));
        plan_finish(&plan);
    }
}

TEST(test_ids)
{
    assert_true(take("pair", false));
    assert_int_equal(cases.claim_count, 1);
    assert_planned(BENCH_PAPER, NULL, "base/n:2 fast/n:2");
    assert_planned(BENCH_QUICK, NULL,
                   "the claims are about no case of profile quick; a larger one may have some");
    assert_true(take("[.](alone|nowhere)$", false));
    assert_int_equal(cases.profile, BENCH_QUICK);
    assert_planned(cases.profile, NULL, "base/n:1 other/n:1");
    /* Claims that take minutes are left out, unless they are asked for or nothing else matches. */
    assert_true(take(NULL, true));
    assert_int_equal(cases.claim_count, 3);
    assert_int_equal(cases.long_count, 0);
    assert_int_equal(cases.profile, BENCH_FULL);
    assert_true(take("slow", false));
    assert_int_equal(cases.long_count, 0);
    assert_planned(BENCH_FULL, NULL, "base/n:3 fast/n:3");
}

static void assert_refused(const char *ids, const char *wanted)
{
    assert_false(take(ids, false));
    assert_string_equal(trouble_text(), wanted);
}

TEST(test_refused)
{
    assert_refused("made.pear", "no claim matches 'made.pear' (did you mean 'made.pair'?)");
    assert_refused("^x$", "no claim matches '^x$'");
    assert_refused("nowhere", "no run can test made.nowhere: it is a matter of taste");
    assert_refused("(", "'(' is not a regular expression: Unmatched ( or \\(");
    const char *const none[] = { "/nonexistent.json" };
    const struct published_cases_request request = { .files = none, .file_count = 1 };
    published_cases_finish(&cases);
    assert_false(published_cases_init(&cases, &request));
    assert_holds(trouble_text(), "/nonexistent.json");
}

/* The shipped ones are there without any file. */
TEST(test_shipped)
{
    const struct published_cases_request request = { 0 };
    published_cases_finish(&cases);
    assert_true(published_cases_init(&cases, &request));
    assert_true(cases.claim_count > 0);
}

/* The launches of the cases of made.alone and made.pair, of which the plan has two each. */
static void assert_launches(const struct run *run, uint32_t of_alone, uint32_t of_pair)
{
    struct plan plan;
    assert_true(take(NULL, false));
    assert_true(planned(&plan, &cases, BENCH_PAPER, NULL));
    assert_int_equal(plan.group_count, 2);
    foreach (const struct plan_group, group, plan.groups, plan.group_count)
        foreach (struct plan_case, c, group->cases, group->case_count)
            c->launches = 1;
    published_cases_launches(&cases, &plan, run);
    assert_int_equal(plan.groups[0].cases[1].launches, of_alone);
    assert_int_equal(plan.groups[1].cases[0].launches, of_pair);
    assert_int_equal(plan.groups[1].cases[1].launches, of_pair);
    plan_finish(&plan);
}

/* A claim about times wants several, more of them where the host takes part, or where a case of its
 * two had few samples in the first launch. */
TEST(test_launches)
{
    struct run_launch each[] = { { .samples = 6 }, { .samples = 1 } };
    struct run_case timed[] = { { .name = "t.b/fast/n:2", .sample_count = 6 },
                                { .name = "t.b/other/n:1", .sample_count = 1 } };
    struct run run = { .cases = timed, .case_count = 2 };
    assert_launches(NULL, 1, PUBLISHED_LAUNCHES);
    assert_launches(&run, 1, PUBLISHED_LAUNCHES);
    timed[0].launches = each;
    timed[0].launch_count = 2;
    assert_launches(&run, 1, PUBLISHED_LAUNCHES);
    each[0].samples = 5;
    assert_launches(&run, 1, PUBLISHED_LAUNCHES_OF_LONG);
    timed[0].status = BENCH_ERROR;
    assert_launches(&run, 1, PUBLISHED_LAUNCHES);
    variants[0].kind = BENCH_CPU;
    assert_launches(NULL, 1, PUBLISHED_LAUNCHES_OF_HOST);
    variants[0].kind = BENCH_GPU;
}

int main(void)
{
    return unit_run(write_file, remove_file);
}
