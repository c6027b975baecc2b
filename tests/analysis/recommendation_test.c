/* SPDX-License-Identifier: MIT */
/* recommendation_test.c: each rule of recommendations, on runs made up here. */
#include "tests/analysis/claims_made.h"

#include "harness/analysis/limits/limits.h"
#include "harness/record/record.h"

/* Parts of the work are at values of the axis `part` that are not "all". */
static bool does_part(const void *techniques, const struct run_case *c)
{
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, "part") == 0 && strcmp(c->axes[i].value, "all") != 0)
            return true;
    return false;
}

static const struct catalogue parts_known = { .does_part = does_part };
static const struct catalogue *const nothing_known = NULL;

static struct made made;

/* A case of input n. */
static size_t add(const char *variant, int n, double factor)
{
    char value[16], workload[32];
    snprintf(value, sizeof(value), "%d", n);
    snprintf(workload, sizeof(workload), "t.b/n:%d", n);
    const size_t k = made_add(&made, workload, variant, "n", value, factor);
    made.of[k].axes[0].number = n;
    made.cases[k].baseline = strcmp(variant, "base") == 0;
    return k;
}

/* The baseline, and `a` and `b` with these factors. */
static void add_input(int n, double a, double b)
{
    add("base", n, 1);
    add("a", n, a);
    add("b", n, b);
}

static const char a_is_faster[] =
    "'a':'^t.b/a/','b':'^t.b/base/','says':'faster','of':'every','join':['n']";

/* So much advice on the run under one claim; all of it goes by finish(). */
struct given {
    struct made_verdict verdict;
    struct recommendation_list advice;
};

static struct given advise(const char *subject, const struct catalogue *catalogue, size_t count)
{
    struct given given = { .verdict = made_one(&made, made_claim(subject)) };
    recommendation_find(&given.advice, &made.run, given.verdict.claims, catalogue);
    assert_int_equal(given.advice.count, count);
    return given;
}

static void finish(struct given *given)
{
    recommendation_finish(&given->advice);
    made_finish(&given->verdict);
}

static void assert_none(const char *subject)
{
    struct given given = advise(subject, nothing_known, 0);
    finish(&given);
}

static void assert_close(double a, double b)
{
    if (!(fabs(a / b - 1) < 0.01))
        fail_msg("%g is not %g", a, b);
}

TEST(test_one)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    add_input(2, 0.25, 1.1);
    struct given given = advise(a_is_faster, nothing_known, 1);
    const struct recommendation *advice = &given.advice.list[0];
    assert_int_equal(advice->rule, RECOMMENDATION_ONE);
    assert_string_equal(advice->technique, "t");
    assert_string_equal(advice->bench, "b");
    assert_string_equal(advice->fastest->variant, "a");
    assert_string_equal(advice->baseline->variant, "base");
    assert_int_equal(advice->inputs, 2);
    assert_int_equal(advice->wins, 2);
    assert_true(advice->everywhere);
    assert_close(advice->least, 2);
    assert_close(advice->most, 4);
    assert_int_equal(advice->consistent, 1);
    assert_int_equal(advice->contradicted, 0);
    finish(&given);
}

TEST(test_most)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    add_input(2, 0.5, 0.5); /* they tie */
    add_input(3, 0.5, 1.1);
    struct given given = advise(a_is_faster, nothing_known, 1);
    assert_int_equal(given.advice.list[0].rule, RECOMMENDATION_MOST);
    assert_int_equal(given.advice.list[0].wins, 2);
    assert_int_equal(given.advice.list[0].inputs, 3);
    finish(&given);
}

TEST(test_split)
{
    made_init(&made);
    add_input(16, 0.5, 0.9);
    add_input(1, 0.9, 0.5);
    add_input(2, 0.9, 0.5);
    add_input(4, 0.5, 0.5); /* where they cross */
    struct given given = advise(a_is_faster, nothing_known, 1);
    const struct recommendation *advice = &given.advice.list[0];
    assert_int_equal(advice->rule, RECOMMENDATION_SPLIT);
    assert_string_equal(advice->fastest->variant, "b");
    assert_string_equal(advice->other->variant, "a");
    assert_string_equal(advice->axis, "n");
    assert_string_equal(advice->limit, "2");
    finish(&given);
    for (size_t i = 0; i < made.run.case_count; i++)
        made.of[i].axes[0].number = NAN; /* names: nothing lies below a name */
    assert_none(a_is_faster);
}

/* Two variants take turns along the axis: it does not part them. */
TEST(test_turns)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    add_input(2, 0.9, 0.5);
    add_input(3, 0.5, 0.9);
    add_input(4, 0.9, 0.5);
    assert_none(a_is_faster);
}

TEST(test_ties)
{
    made_init(&made);
    add_input(1, 0.5, 0.505); /* told apart, and by too little */
    assert_none(a_is_faster);
    made_init(&made);
    add_input(1, 0.5, 0.9);
    add_input(2, 0.5, 0.5); /* one of two is not most */
    assert_none(a_is_faster);
    made_init(&made);
    add_input(1, 0.5, 0.9);
    made.cases[2].sample_count = 5; /* too few rounds to tell from b */
    assert_none(a_is_faster);
    made_init(&made);
    add("a", 1, 1);
    add("a", 2, 1); /* one variant alone: no question of which */
    assert_none("'a':'^t.b/a/','says':'falls','along':'n'");
}

/* The axis parts those that tell, which are one of two of the inputs. */
TEST(test_split_of_half)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    add_input(2, 0.5, 0.5);
    add_input(3, 0.5, 0.5);
    add_input(4, 0.9, 0.5);
    assert_none(a_is_faster);
}

/* An unverified case is not in it. */
TEST(test_verified)
{
    made_init(&made);
    add_input(1, 0.5, 0.1);
    made.cases[2].status = BENCH_FAILED_VERIFY;
    struct given given = advise(a_is_faster, nothing_known, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "a");
    finish(&given);
}

/* A claim that speaks of the question must have a verdict. */
TEST(test_claims)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    assert_none("'a':'^t.c/a/','b':'^t.b/base/','says':'faster'");
    assert_none("'a':'^t.b/a/','b':'^t.b/nobody/','says':'faster'");
    struct given given = advise("'a':'^t.b/base/','b':'^t.b/a/','says':'faster'", nothing_known, 1);
    assert_int_equal(given.advice.list[0].contradicted, 1);
    assert_int_equal(given.advice.list[0].consistent, 0);
    assert_string_equal(given.advice.list[0].claim, "p.c");
    finish(&given);
}

TEST(test_left_out)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    made.run.device.software = true;
    assert_none(a_is_faster);
    assert_none("'a':'^t.b/a/','b':'^t.b/base/','says':'less',"
                "'measure':'peak_bytes'"); /* judged there, too; times are not */
    made.run.device.software = false;
    made.cases[2].twin = true; /* somebody tries a kernel: it is not over */
    assert_none(a_is_faster);
    made.cases[2].twin = false;
    made.cases[2].ceiling = BENCH_CEILING_COPY;
    assert_none(a_is_faster);
    made.cases[2].ceiling = BENCH_CEILING_NONE;
    for (size_t i = 0; i < 3; i++)
        made.cases[i].cache = RUN_CACHE_COLD;
    assert_none(a_is_faster);
    made_init(&made);
    assert_none(a_is_faster); /* no case at all */
}

/* Kinds are not compared; what goes back to the host counts where nothing else is there. */
TEST(test_kinds)
{
    made_init(&made);
    add_input(1, 0.5, 0.9);
    made.cases[1].kind = BENCH_HOST_DRIVEN;
    struct given given = advise(a_is_faster, nothing_known, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "b");
    finish(&given);
    made.cases[2].kind = BENCH_HOST_DRIVEN; /* a and b, and the baseline is of another kind */
    given = advise(a_is_faster, nothing_known, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "a");
    assert_null(given.advice.list[0].baseline);
    assert_true(isnan(given.advice.list[0].least));
    finish(&given);
}

/* A variant with an axis of its own: which value, if one is ahead of the others in each input. */
TEST(test_own_axes)
{
    made_init(&made);
    static const char subject[] = "'a':'^t.b/a/','b':'^t.b/base$','says':'faster'";
    made_add(&made, "t.b", "base", NULL, NULL, 1);
    made_add(&made, "t.b", "a", "levels", "5", 0.6);
    made_add(&made, "t.b", "a", "levels", "6", 0.5);
    struct given given = advise(subject, nothing_known, 1);
    assert_true(given.advice.list[0].everywhere);
    assert_string_equal(given.advice.list[0].fastest->axes[0].value, "6");
    assert_true(recommendation_axis_own(&given.advice.whole, given.advice.list[0].fastest, 0));
    finish(&given);
    made_time(&made, 1, 0.5, 0.01);
    given = advise(subject, nothing_known, 1);
    assert_false(given.advice.list[0].everywhere);
    finish(&given);
}

/* Cases that do a part of the work are no answers. */
TEST(test_parts)
{
    static const char subject[] = "'a':'^t.b/a/part:all$','b':'^t.b/base$','says':'faster'";
    made_init(&made);
    made_add(&made, "t.b", "base", NULL, NULL, 1);
    made_add(&made, "t.b", "a", "part", "all", 2);
    made_add(&made, "t.b", "a", "part", "build", 0.1);
    struct given given = advise(subject, nothing_known, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "a");
    finish(&given);
    given = advise(subject, &parts_known, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "base");
    assert_int_equal(given.advice.whole.case_count, 2);
    finish(&given);
}
