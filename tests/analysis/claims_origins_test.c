/* SPDX-License-Identifier: MIT */
/* claims_origins_test.c: marks of the runs that a verdict rests on, and whose claims are counted
 * where. */
#include "tests/analysis/claims_made.h"

#define SLOWER "'a':'/slow','b':'/fast','says':'slower'"

enum { RUNS = 3 };

static struct made made, several[RUNS];
static const struct run *const runs[] = { &several[0].run, &several[1].run, &several[2].run };

static void several_make(void)
{
    for (size_t i = 0; i < RUNS; i++)
        made_slow_and_fast(&several[i], 3);
}

/* The marks of the first two runs. */
static unsigned marks_of(void)
{
    MADE_AUTO verdict = made_judge(runs, 2, made_claim(SLOWER ",'value':3"));
    return verdict.entry->marks;
}

/* Runs of another driver, seed, build or host are of the same device still, and said to be. */
TEST(test_origins)
{
    static const unsigned all = CLAIMS_DRIVERS | CLAIMS_HOSTS | CLAIMS_SEEDS | CLAIMS_BUILDS;
    several_make();
    assert_int_equal(marks_of() & all, 0);
    several[1].run.device.driver_info = "another";
    assert_int_equal(marks_of() & all, CLAIMS_DRIVERS);
    several[1].run.session.seed = 7;
    assert_int_equal(marks_of() & all, CLAIMS_DRIVERS | CLAIMS_SEEDS);
    several[1].run.tool.commit = "1";
    assert_int_equal(marks_of() & all, CLAIMS_DRIVERS | CLAIMS_SEEDS | CLAIMS_BUILDS);
    several[1].run.context.cpu = "Another CPU"; /* no case runs on it */
    assert_int_equal(marks_of() & all, CLAIMS_DRIVERS | CLAIMS_SEEDS | CLAIMS_BUILDS);
    for (size_t i = 0; i < 2; i++) {
        several[i].cases[1].kind = BENCH_CPU;
        several[i].cases[1].by_wall = true;
    }
    assert_int_equal(marks_of() & all, all);
}

/* Runs, cards and dates are those of the runs that the verdict rests on. */
TEST(test_counts)
{
    several_make();
    several[0].run.device.uuid = several[2].run.device.uuid = "one";
    several[1].run.device.uuid = "two";
    several[0].run.session.started = "2026-11-24T00:00:00Z";
    several[2].run.session.started = "2026-11-20T00:00:00Z";
    MADE_AUTO three = made_judge(runs, 3, made_claim(SLOWER ",'value':3"));
    made_hold(&three, .runs = 3, .cards = 2);
    assert_string_equal(three.entry->first_date, "2026-11-20T00:00:00Z");
    assert_string_equal(three.entry->last_date, "2026-11-24T00:00:00Z");
    assert_int_equal(three.claims->devices[0].card_count, 2);
    assert_int_equal(three.claims->devices[0].unit, ESTIMATE_MODEL);
    several[1].cases[0].status = BENCH_ERROR; /* a run without one side does not count */
    MADE_AUTO two = made_judge(runs, 3, made_claim(SLOWER ",'value':3"));
    made_hold(&two, .runs = 2, .cards = 1);
    MADE_AUTO one = made_judge(runs, 1, made_claim(SLOWER ",'value':3"));
    assert_int_equal(one.claims->devices[0].unit, ESTIMATE_CARD);
}

/* Only the newest run counts for a case whose kernel has changed; the older one counts for a case
 * that the newest lacks. */
TEST(test_older_kernels)
{
    static const char *const ids[] = { "k" };
    static struct run_kernel kernels[] = { { .id = "k", .sha256 = "old" },
                                           { .id = "k", .sha256 = "new" } };
    const struct run *const newest_first[] = { &several[1].run, &several[0].run };
    several_make();
    made_time(&several[0], 0, 5, 0.01);
    for (size_t i = 0; i < 2; i++) {
        several[i].run.kernels = &kernels[i];
        several[i].run.kernel_count = several[i].cases[0].kernel_count = 1;
        several[i].cases[0].kernels = ids;
    }
    several[1].run.session.started = "2026-11-23T00:00:00Z";
    several[0].run.device.uuid = "another card";
    MADE_AUTO newest = made_judge(newest_first, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&newest, .words = "CONFIRMED", .value = 3, .marks = CLAIMS_OLDER_KERNELS, .runs = 1,
              .cards = 1, .processes = 1);
    assert_int_equal(newest.shown->estimate.older, 1);
    assert_string_equal(newest.entry->first_date, "2026-11-23T00:00:00Z");
    several[1].run.case_count = 1;
    MADE_AUTO older = made_judge(newest_first, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&older, .value = 5, .no_marks = CLAIMS_OLDER_KERNELS);
    kernels[1].sha256 = "old";
    several[1].run.case_count = 2;
    MADE_AUTO both = made_judge(newest_first, 2, made_claim(SLOWER ",'value':3"));
    made_hold(&both, .processes = 2, .cards = 2, .no_marks = CLAIMS_OLDER_KERNELS);
}

/* A claim that was written, or changed, after the day of the first run. */
TEST(test_after_data)
{
    static const struct {
        const char *history;
        bool after;
    } rows[] = {
        { "", false },
        { ",'registered':{'commit':'c','date':'2026-11-21','sha256':null}", false },
        { ",'registered':{'commit':'c','date':'2026-11-22','sha256':null}", false },
        { ",'registered':{'commit':'c','date':'2026-11-23','sha256':null}", true },
        { ",'registered':{'commit':'c','date':'2026-11-21','sha256':null},"
          "'amended':[{'date':'2026-11-22'},{'date':'2026-11-23'}]",
          true },
        { ",'registered':{'commit':'c','date':'2026-11-20','sha256':null},"
          "'amended':[{'date':'2026-11-21'}]",
          false },
    };
    several_make();
    several[1].run.session.started = "2026-11-25T00:00:00Z"; /* the first one is of 22 */
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        MADE_AUTO verdict =
            made_judge(runs, 2, made_claim(unit_text(SLOWER ",'value':3%s", rows[i].history)));
        assert_int_equal((verdict.entry->marks & CLAIMS_AFTER_DATA) != 0, rows[i].after);
    }
}

/* A run of the day after the change, of a card that no earlier run is of, with the claim as it is,
 * lifts the mark; each of these lacks one of them. */
TEST(test_lifted)
{
    enum { EARLIER = 1, SAME_CARD = 2, OTHER_HASH = 4, OTHER_CLAIM = 8, NO_CASE = 16, LATER = 32 };
    static const struct {
        unsigned lacks;
        bool after;
    } rows[] = { { 0, false },         { EARLIER, true },     { SAME_CARD, true },
                 { OTHER_HASH, true }, { OTHER_CLAIM, true }, { NO_CASE, true },
                 { LATER, false } };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const unsigned lacks = rows[i].lacks;
        struct published *file = made_claim(
            SLOWER ",'value':3,'registered':{'commit':'c','date':'2026-11-23','sha256':null}");
        struct run_planned_claim claims[] = {
            { "other.claim", file->claims[0].sha256 },
            { lacks & OTHER_CLAIM ? "another" : file->claims[0].id,
              lacks & OTHER_HASH ? "0" : file->claims[0].sha256 },
        };
        several_make();
        struct run *old = &several[0].run, *blind = &several[1].run, *third = &several[2].run;
        old->device.uuid = "old";
        blind->device.uuid = third->device.uuid = lacks & SAME_CARD ? "old" : "new";
        blind->session.started = lacks & EARLIER ? "2026-11-23T09:00:00Z" : "2026-11-24T09:00:00Z";
        blind->session.claims = claims;
        blind->session.claim_count = 2;
        /* A third run of that card takes nothing back when it comes later. */
        third->session.started = "2026-11-25T00:00:00Z";
        if (lacks & NO_CASE)
            blind->case_count = 1;
        MADE_AUTO verdict = made_judge(runs, lacks & LATER ? 3 : 2, file);
        assert_int_equal((verdict.entry->marks & CLAIMS_AFTER_DATA) != 0, rows[i].after);
    }
}

/* Ours, our readings, what our code cannot but have so, and other evidence are counted apart. */
TEST(test_whose)
{
    static const struct {
        const char *members;
        unsigned mark;
        const char *name;
    } rows[CLAIMS_ORIGIN_COUNT] = {
        [CLAIMS_OF_PAPER] = { SLOWER ",'number':'paper'", 0, "the papers'" },
        [CLAIMS_OF_READING] = { SLOWER ",'number':'reading','word':'significantly'", CLAIMS_READING,
                                "our readings of the papers' words" },
        [CLAIMS_OURS] = { SLOWER ",'number':'ours'", CLAIMS_NOT_PAPERS, "ours" },
        [CLAIMS_CONSTRUCTED] = { SLOWER ",'by_construction':'it is so'", CLAIMS_BY_CONSTRUCTION,
                                 "by construction" },
        [CLAIMS_OF_OTHER_EVIDENCE] = { SLOWER ",'number':'ours','evidence':'test','observed':[{'a':"
                                              "3,'b':1,'by':'a_test.c','how':'It was counted.'}]",
                                       CLAIMS_NOT_PAPERS | CLAIMS_BY_TEST,
                                       "by other evidence than runs" },
        [CLAIMS_OF_TWO_APIS] = { SLOWER ",'number':'paper','measure':'wall'", 0,
                                 "across two APIs" },
    };
    made_slow_and_fast(&made, 3);
    for (int whose = 0; whose < CLAIMS_ORIGIN_COUNT; whose++) {
        made.cases[0].api = whose == CLAIMS_OF_TWO_APIS ? "cuda" : "";
        MADE_AUTO verdict = made_by(&made, rows[whose].members);
        const struct claims_device *device = &verdict.claims->devices[0];
        for (int other = 0; other < CLAIMS_ORIGIN_COUNT; other++)
            for (int class = 0; class < VERDICT_CLASS_COUNT; class ++)
                assert_int_equal(device->counts[other][class],
                                 other == whose && class == VERDICT_CLASS_CONFIRMED);
        assert_int_equal(claims_origin_of(verdict.entry), whose);
        assert_string_equal(claims_origin_names[whose], rows[whose].name);
        assert_int_equal(verdict.entry->marks & (CLAIMS_NOT_PAPERS | CLAIMS_BY_CONSTRUCTION |
                                                 CLAIMS_READING | CLAIMS_BY_TEST),
                         rows[whose].mark);
    }
}

/* Each mark has a text of its own, and one run of both cases has but one. */
TEST(test_marks)
{
    made_slow_and_fast(&made, 3);
    MADE_AUTO verdict = made_by(&made, SLOWER ",'value':3");
    made_hold(&verdict, .runs = 1, .cards = 1);
    assert_int_equal(verdict.entry->marks, CLAIMS_ONE_PROCESS);
    for (int bit = 0; bit < CLAIMS_MARK_COUNT; bit++) {
        const char *text = claims_mark_text((enum claims_mark)(1u << bit));
        assert_true(*text);
        for (int other = 0; other < bit; other++)
            assert_string_not_equal(text, claims_mark_text((enum claims_mark)(1u << other)));
    }
}
