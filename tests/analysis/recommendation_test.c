/* SPDX-License-Identifier: MIT */
/* recommendation_test.c: each rule of recommendations, on runs made up here. */
#include "tests/analysis/claims_made.h"

#include "harness/analysis/limits/limits.h"

/* Parts of the work are at values of the axis `part` that are not "all". */
static bool does_part(const void *techniques, const struct run_case *c)
{
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, "part") == 0 && strcmp(c->axes[i].value, "all") != 0)
            return true;
    return false;
}

static const struct catalogue parts_known = { .does_part = does_part };
static struct made made;

/* A case of input n. */
static size_t add(const char *variant, int n, double factor)
{
    const size_t k =
        made_add(&made, unit_text("t.b/n:%d", n), variant, "n", unit_text("%d", n), factor);
    made.of[k].axes[0].number = n;
    made.cases[k].baseline = strcmp(variant, "base") == 0;
    return k;
}

/* An input: the baseline, and `a` and `b` with these factors. */
struct input {
    int n;
    double a, b;
};

/* A run of these inputs, up to one of n = 0. */
static void inputs_make(const struct input *input)
{
    made_init(&made);
    for (; input->n > 0; input++) {
        add("base", input->n, 1);
        add("a", input->n, input->a);
        add("b", input->n, input->b);
    }
}

#define INPUTS(...) inputs_make((const struct input[]){ __VA_ARGS__, { 0 } })

static const char a_is_faster[] =
    "'a':'^t.b/a/','b':'^t.b/base/','says':'faster','of':'every','join':['n']";

/* Advice on the run under one claim. */
struct given {
    struct made_verdict verdict;
    struct recommendation_list advice;
};

static void given_finish(struct given *given)
{
    recommendation_finish(&given->advice);
    made_finish(&given->verdict);
}

#define GIVEN_AUTO CLEANUP(given_finish) struct given

/* Fails unless there is so much of it. */
static struct given advise_by(const struct catalogue *catalogue, const char *subject, size_t count)
{
    struct given given = { .verdict = made_one(&made, made_claim(subject)) };
    recommendation_find(&given.advice, &made.run, given.verdict.claims, catalogue);
    assert_int_equal(given.advice.count, count);
    return given;
}

static struct given advise(const char *subject)
{
    return advise_by(NULL, subject, 1);
}

static void assert_none(const char *subject)
{
    GIVEN_AUTO given = advise_by(NULL, subject, 0);
    assert_int_equal(given.advice.count, 0);
}

/* Fails unless there is one advice, to use this variant. */
static void assert_fastest(const char *subject, const char *variant)
{
    GIVEN_AUTO given = advise(subject);
    assert_string_equal(given.advice.list[0].fastest->variant, variant);
}

TEST(test_one)
{
    INPUTS({ 1, 0.5, 0.9 }, { 2, 0.25, 1.1 });
    GIVEN_AUTO given = advise(a_is_faster);
    const struct recommendation *advice = &given.advice.list[0];
    assert_int_equal(advice->rule, RECOMMENDATION_ONE);
    assert_string_equal(advice->technique, "t");
    assert_string_equal(advice->bench, "b");
    assert_string_equal(advice->fastest->variant, "a");
    assert_string_equal(advice->baseline->variant, "base");
    assert_int_equal(advice->inputs, 2);
    assert_int_equal(advice->wins, 2);
    assert_true(advice->everywhere);
    assert_float_equal(advice->least, 2, 0.02);
    assert_float_equal(advice->most, 4, 0.04);
    assert_int_equal(advice->consistent, 1);
    assert_int_equal(advice->contradicted, 0);
}

TEST(test_most)
{
    INPUTS({ 1, 0.5, 0.9 }, { 2, 0.5, 0.5 }, { 3, 0.5, 1.1 }); /* the second is a tie */
    GIVEN_AUTO given = advise(a_is_faster);
    assert_int_equal(given.advice.list[0].rule, RECOMMENDATION_MOST);
    assert_int_equal(given.advice.list[0].wins, 2);
    assert_int_equal(given.advice.list[0].inputs, 3);
}

TEST(test_split)
{
    INPUTS({ 16, 0.5, 0.9 }, { 1, 0.9, 0.5 }, { 2, 0.9, 0.5 },
           { 4, 0.5, 0.5 }); /* the last is where they cross */
    GIVEN_AUTO given = advise(a_is_faster);
    const struct recommendation *advice = &given.advice.list[0];
    assert_int_equal(advice->rule, RECOMMENDATION_SPLIT);
    assert_string_equal(advice->fastest->variant, "b");
    assert_string_equal(advice->other->variant, "a");
    assert_string_equal(advice->axis, "n");
    assert_string_equal(advice->limit, "2");
    for (size_t i = 0; i < made.run.case_count; i++)
        made.of[i].axes[0].number = NAN; /* names: nothing lies below a name */
    assert_none(a_is_faster);
}

TEST(test_undecided)
{
    INPUTS({ 1, 0.5, 0.505 }); /* told apart, and by too little */
    assert_none(a_is_faster);
    INPUTS({ 1, 0.5, 0.9 }, { 2, 0.5, 0.5 }); /* one of two is not most */
    assert_none(a_is_faster);
    INPUTS({ 1, 0.5, 0.9 });
    made.cases[2].sample_count = 5; /* too few rounds to tell from b */
    assert_none(a_is_faster);
    made_init(&made);
    add("a", 1, 1);
    add("a", 2, 1); /* one variant alone: no question of which */
    assert_none("'a':'^t.b/a/','says':'falls','along':'n'");
    /* Two variants take turns along the axis: it does not part them. */
    INPUTS({ 1, 0.5, 0.9 }, { 2, 0.9, 0.5 }, { 3, 0.5, 0.9 }, { 4, 0.9, 0.5 });
    assert_none(a_is_faster);
    /* The axis parts those that tell, which are one of two of the inputs. */
    INPUTS({ 1, 0.5, 0.9 }, { 2, 0.5, 0.5 }, { 3, 0.5, 0.5 }, { 4, 0.9, 0.5 });
    assert_none(a_is_faster);
}

/* An unverified case is not in it. */
TEST(test_verified)
{
    INPUTS({ 1, 0.5, 0.1 });
    made.cases[2].status = BENCH_FAILED_VERIFY;
    assert_fastest(a_is_faster, "a");
}

/* A claim that speaks of the question must have a verdict. */
TEST(test_claims)
{
    INPUTS({ 1, 0.5, 0.9 });
    assert_none("'a':'^t.c/a/','b':'^t.b/base/','says':'faster'");
    assert_none("'a':'^t.b/a/','b':'^t.b/nobody/','says':'faster'");
    GIVEN_AUTO given = advise("'a':'^t.b/base/','b':'^t.b/a/','says':'faster'");
    assert_int_equal(given.advice.list[0].contradicted, 1);
    assert_int_equal(given.advice.list[0].consistent, 0);
    assert_string_equal(given.advice.list[0].claim, "p.c");
}

TEST(test_left_out)
{
    INPUTS({ 1, 0.5, 0.9 });
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
    INPUTS({ 1, 0.5, 0.9 });
    made.cases[1].kind = BENCH_HOST_DRIVEN;
    assert_fastest(a_is_faster, "b");
    made.cases[2].kind = BENCH_HOST_DRIVEN; /* a and b, and the baseline is of another kind */
    GIVEN_AUTO given = advise(a_is_faster);
    assert_string_equal(given.advice.list[0].fastest->variant, "a");
    assert_null(given.advice.list[0].baseline);
    assert_true(isnan(given.advice.list[0].least));
}

/* A variant with an axis of its own: which value, if one is ahead of the others in each input. */
TEST(test_own_axes)
{
    made_init(&made);
    static const char subject[] = "'a':'^t.b/a/','b':'^t.b/base$','says':'faster'";
    made_add(&made, "t.b", "base", NULL, NULL, 1);
    made_add(&made, "t.b", "a", "levels", "5", 0.6);
    made_add(&made, "t.b", "a", "levels", "6", 0.5);
    GIVEN_AUTO given = advise(subject);
    assert_true(given.advice.list[0].everywhere);
    assert_string_equal(given.advice.list[0].fastest->axes[0].value, "6");
    assert_true(recommendation_axis_own(&given.advice.whole, given.advice.list[0].fastest, 0));
    made_time(&made, 1, 0.5, 0.01);
    GIVEN_AUTO tied = advise(subject);
    assert_false(tied.advice.list[0].everywhere);
}

/* Cases that do a part of the work are no answers. */
TEST(test_parts)
{
    static const char subject[] = "'a':'^t.b/a/part:all$','b':'^t.b/base$','says':'faster'";
    made_init(&made);
    made_add(&made, "t.b", "base", NULL, NULL, 1);
    made_add(&made, "t.b", "a", "part", "all", 2);
    made_add(&made, "t.b", "a", "part", "build", 0.1);
    assert_fastest(subject, "a");
    GIVEN_AUTO given = advise_by(&parts_known, subject, 1);
    assert_string_equal(given.advice.list[0].fastest->variant, "base");
    assert_int_equal(given.advice.whole.case_count, 2);
}
