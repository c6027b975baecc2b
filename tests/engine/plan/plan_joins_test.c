/* SPDX-License-Identifier: MIT */
/* Variants run at their bench's base point, and elsewhere where a row of its joins says so. */
#include "bench/registry.h"
#include "tests/engine/plan/made_plan.h"

static bool accepts_file(const char *value)
{
    return strncmp(value, "file.", 5) == 0;
}

static const struct bench_axis axes[] = {
    { .name = "n", .min = 1, .max = 99, .values = { "4", "4,8", "4,8,16" } },
    { .name = "kind",
      .names = (const char *const[]){ "a", "ab", NULL },
      .accepts = accepts_file,
      .values = { "a", "a,ab" } },
    { .name = NULL },
};
static const struct bench_axis depth_axes[] = {
    { .name = "depth", .min = 1, .max = 9, .default_value = "3", .values = { "3", "3,5" } },
    { .name = NULL },
};
static const struct bench_variant variants[] = {
    { .name = "base", .axes = depth_axes },
    { .name = "tree", .axes = depth_axes },
    { .name = "lean" },
    { .name = NULL },
};

static struct bench bench = {
    .name = "b", .axes = axes, .variants = variants, .cache_matters = true, .cold_in_paper = true
};
static const struct bench *const benches[] = { &bench, NULL };
static const struct bench_option options[] = {
    { .name = "file", .axis = "kind", .fixes = "n", .fixes_to = "9" },
    { .name = NULL },
};
static const struct technique technique = { .name = "t", .benches = benches, .options = options };
static const struct technique *const techniques[] = { &technique, NULL };

/* These are the names of the cases. */
static void expect(const struct bench_join *joins, enum bench_profile profile,
                   struct plan_setting setting, const char *wanted)
{
    const struct plan_request request = { .techniques = techniques,
                                          .profile = profile,
                                          .axes = &setting,
                                          .axis_count = setting.name ? 1 : 0,
                                          .cache = PLAN_CACHE_PROFILE };
    struct plan plan;
    bench.joins = joins;
    assert_done(plan_init(&plan, &request));
    made_plan_assert(&plan, "t.b/", false, wanted);
}

static const struct plan_setting none;

TEST(test_base)
{
    static const struct bench_join empty[] = { { 0 } };
    expect(empty, BENCH_FULL, none, "base/n:4/kind:a tree/n:4/kind:a lean/n:4/kind:a ");
}

/* The baseline comes along; names are whole; of a row's axes one is of another variant. */
TEST(test_rows)
{
    static const struct bench_join rows[] = { { "tree", "kind:ab depth", "a page" },
                                              { "lea,lean", "n:8", "a claim" },
                                              { 0 } };
    expect(rows, BENCH_PAPER, none,
           "base/n:4/kind:a tree/n:4/kind:a lean/n:4/kind:a "
           "base/n:4/kind:ab tree/n:4/kind:ab tree/n:4/kind:ab/depth:5 "
           "base/n:8/kind:a lean/n:8/kind:a ");
}

TEST(test_caches)
{
    static const struct bench_join rows[] = { { "lean", "cache", "a page" },
                                              { "lean", "n:8 cache:cold", "a page" },
                                              { 0 } };
    expect(rows, BENCH_PAPER, none,
           "base/n:4/kind:a tree/n:4/kind:a lean/n:4/kind:a "
           "base/n:4/kind:a/cache:cold lean/n:4/kind:a/cache:cold "
           "base/n:8/kind:a/cache:cold lean/n:8/kind:a/cache:cold ");
}

TEST(test_profiles)
{
    static const struct bench_join rows[] = { { "lean", "n", "a figure", BENCH_FULL }, { 0 } };
    expect(rows, BENCH_PAPER, none, "base/n:4/kind:a tree/n:4/kind:a lean/n:4/kind:a ");
    expect(rows, BENCH_FULL, none,
           "base/n:4/kind:a tree/n:4/kind:a lean/n:4/kind:a "
           "base/n:8/kind:a lean/n:8/kind:a base/n:16/kind:a lean/n:16/kind:a ");
}

/* Who asks for values of an axis gets all variants there. */
TEST(test_axis_is_set)
{
    static const struct bench_join empty[] = { { 0 } };
    expect(empty, BENCH_PAPER, (struct plan_setting){ "n", "7" },
           "base/n:7/kind:a tree/n:7/kind:a lean/n:7/kind:a ");
    expect(empty, BENCH_PAPER, (struct plan_setting){ "depth", "9" },
           "base/n:4/kind:a/depth:9 tree/n:4/kind:a/depth:9 lean/n:4/kind:a ");
}

/* A file of the user's decides two axes, and is no base value. */
TEST(test_file)
{
    static const struct bench_join empty[] = { { 0 } };
    const struct plan_setting file = { "file", "some/x.obj" };
    const struct plan_request request = {
        .techniques = techniques, .profile = BENCH_PAPER, .options = &file, .option_count = 1
    };
    CLEANUP(plan_finish) struct plan plan;
    bench.joins = empty;
    assert_done(plan_init(&plan, &request));
    assert_int_equal(plan.case_count, 3);
    assert_string_equal(plan.groups[0].cases[1].name, "t.b/tree/n:9/kind:file.x");
}

/* The rows of every technique -------------------------------------------------------------------*/

static bool is_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && strncmp(name, word, length) == 0;
}

/* Without a value, any of the axis. */
static bool any_has(const struct plan *plan, const char *axis, size_t length, const char *value,
                    size_t value_length)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t k = 0; k < plan->groups[i].case_count; k++) {
            const struct plan_case *c = &plan->groups[i].cases[k];
            if (is_word("cache", axis, length) &&
                (value_length == 0 || is_word(c->cold ? "cold" : "hot", value, value_length)))
                return true;
            for (size_t v = 0; v < c->value_count; v++)
                if (is_word(c->values[v].axis->name, axis, length) &&
                    (value_length == 0 || is_word(c->values[v].text, value, value_length)))
                    return true;
        }
    return false;
}

static void assert_row(const char *name, const struct plan *plan, const struct bench_join *row)
{
    assert_true(row->why && *row->why);
    for (const char *v = row->variants; *v; v += strcspn(v, ","), v += *v == ',') {
        bool any = *v == '*';
        for (size_t i = 0; i < plan->group_count; i++)
            for (size_t k = 0; k < plan->groups[i].case_count; k++)
                any = any || is_word(plan->groups[i].cases[k].variant->name, v, strcspn(v, ","));
        if (!any)
            fail_msg("%s: no variant, or none with a case: '%s'", name, v);
    }
    for (const char *word = row->at; *word; word += strcspn(word, " "), word += *word == ' ') {
        const size_t axis = strcspn(word, ": ");
        const char *value = word + axis;
        if (*value != ':' && !any_has(plan, word, axis, "", 0))
            fail_msg("%s: no axis '%s'", name, word);
        while (*value == ':' || *value == ',') {
            const size_t length = strcspn(++value, ", ");
            if (!any_has(plan, word, axis, value, length))
                fail_msg("%s: no case at '%.*s' of '%s'", name, (int)length, value, row->at);
            value += length;
        }
    }
}

/* Each variant, axis and value that a row names has a case by that row. */
TEST(test_registry)
{
    for (const struct technique *const *t = registry_techniques; *t; t++)
        for (const struct bench *const *b = (*t)->benches; *b; b++)
            for (const struct bench_join *row = (*b)->joins; row && row->variants; row++) {
                if (strstr(row->at, ":file")) /* which the user gives */
                    continue;
                const struct bench_join alone[] = { *row, { 0 } };
                struct bench one = **b;
                const struct bench *const only[] = { &one, NULL };
                struct technique its = **t;
                const struct technique *const list[] = { &its, NULL };
                const struct plan_request request = { .techniques = list,
                                                      .profile = BENCH_FULL,
                                                      .cache = PLAN_CACHE_BOTH,
                                                      .programs = true };
                CLEANUP(plan_finish) struct plan plan;
                one.joins = alone;
                its.benches = only;
                assert_done(plan_init(&plan, &request));
                assert_row((*b)->name, &plan, row);
            }
}
