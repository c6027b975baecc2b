/* SPDX-License-Identifier: MIT */
/* declared_budget_test.c: a technique.json that would never end is refused in a line. Without its
 * budget each of these takes minutes at least, and the test's own limit of time ends it. */
#include "bench/declared/private.h"
#include "harness/engine/plan/plan.h"
#include "tests/unit.h"

_Static_assert((int)DECLARED_AXES_MAX <= (int)PLAN_AXES_MAX,
               "a plan has room for the axes of a folder");
_Static_assert((int)DECLARED_POINTS_MAX <= (int)PLAN_CASES_MAX, "and for its points");

static struct declared_spec spec; /* until the next is read */

/* Reads a file of these members, each a line; a step for each line of `steps`. */
static bool read_file(const char *axes, const char *more, const char *steps)
{
    CLEANUP(text_finish) struct text text = { 0 };
    text_add_format(
        &text,
        "{\"schema_version\":1,\"technique\":\"t\",\"bench\":\"b\",\"question\":\"q\",\n"
        "\"axes\":{%s},\n%s\n\"outputs\":{\"o\":{\"bytes\":4}},\"reference\":[\"r\"],\n"
        "\"variants\":{\"v\":{\"steps\":[\n%s]}}}",
        axes, more, steps);
    trouble_clear();
    declared_spec_finish(&spec);
    return declared_spec_read(&spec, text.string, text.length, "folder");
}

/* "A,A,A" of `count`, where %zu is the index of each. */
static char *list_make(size_t count, const char *format)
{
    struct text text = { 0 };
    for (size_t i = 0; i < count; i++) {
        text_add(&text, i > 0 ? "," : "");
        for (const char *at = format; *at; at++)
            if (*at == '#')
                text_add_format(&text, "%zu", i + 1);
            else
                text_add_bytes(&text, at, 1);
    }
    return text_take(&text);
}

static const char one_step[] = "{\"fill\":\"o\"}";

static void assert_refused(const char *axes, const char *more, int line, const char *part)
{
    char place[64];
    if (read_file(axes, more, one_step))
        fail_msg("taken: no '%s'", part);
    snprintf(place, sizeof(place), "folder/technique.json:%d: ", line);
    if (strncmp(trouble_text(), place, strlen(place)) != 0 || !strstr(trouble_text(), part) ||
        strchr(trouble_text(), '\n'))
        fail_msg("'%s' is not '%s ... %s'", trouble_text(), place, part);
}

/* An axis with a list of those values in each profile. */
static char *axis_make(const char *name, const char *values)
{
    struct text text = { 0 };
    text_add_format(&text, "\"%s\":{\"quick\":[%s],\"paper\":[1],\"full\":[1]}", name, values);
    return text_take(&text);
}

TEST(test_axes)
{
    const char *const small = "\"a#\":{\"quick\":[1],\"paper\":[1],\"full\":[1]}";
    CLEANUP(free_pointer)
    char *most = list_make(DECLARED_AXES_MAX, small),
         *more = list_make(DECLARED_AXES_MAX + 1, small);
    assert_true(read_file(most, "", one_step));
    assert_refused(more, "", 1, "has 13 axes, 12 are allowed");
}

TEST(test_values)
{
    CLEANUP(free_pointer)
    char *values = list_make(DECLARED_VALUES_MAX, "#"), *more = list_make(60000, "\"v#\"");
    CLEANUP(free_pointer) char *most = axis_make("a", values), *axis = axis_make("a", more);
    assert_true(read_file(most, "", one_step));
    assert_refused(axis, "", 2, "axes.a.quick: has 60000 values, 4096 are allowed");
}

TEST(test_points)
{
    CLEANUP(text_finish) struct text axes = { 0 };
    CLEANUP(free_pointer) char *values = list_make(1000, "#");
    for (int i = 0; i < 6; i++) {
        char name[] = { 'a', (char)('0' + i), 0 }, *axis = axis_make(name, values);
        text_add_format(&axes, "%s%s", i > 0 ? "," : "", axis);
        free(axis);
    }
    assert_refused(axes.string, "", 2, "more than 100000 points of \"quick\": give \"a1\"");
}

TEST(test_examples)
{
    CLEANUP(free_pointer) char *list = list_make(DECLARED_EXAMPLES_MAX + 1, "{\"o\":[1]}");
    CLEANUP(text_finish) struct text more = { 0 };
    text_add_format(&more, "\"examples\":[%s],", list);
    assert_refused("\"a\":{\"quick\":[1],\"paper\":[1],\"full\":[1]}", more.string, 3,
                   "is not a list of at most 64 examples");
}

/* Names that stand for twelve others each, 16 deep; formulas are longer than a message quotes. */
TEST(test_terms)
{
    CLEANUP(text_finish) struct text lets = { 0 };
    struct declared_number number;
    text_add(&lets, "\"let\":{");
    for (int i = 0; i < 15; i++) {
        text_add_format(&lets, "\"name_%02d\":\"0", i);
        for (int k = 0; k < 12; k++)
            text_add_format(&lets, " + name_%02d", i + 1);
        text_add(&lets, "\",\n");
    }
    text_add(&lets, "\"name_15\":1},");
    assert_true(
        read_file("\"a\":{\"quick\":[1],\"paper\":[1],\"full\":[1]}", lets.string, one_step));
    const struct declared_scope scope = { .spec = &spec, .values = { "1" } };
    for (size_t i = 0; i < spec.let_count; i++) {
        const bool good = declared_scope_number(&scope, &spec.lets[i].amount, &number);
        if (i < 10 &&
            (good || !strstr(trouble_text(), "longer than 400000 terms: let the names") ||
             strncmp(trouble_text(), "technique.json:", 15) != 0 || strchr(trouble_text(), '\n')))
            fail_msg("name_%02zu: '%s'", i, good ? "taken" : trouble_text());
        if (i >= 11 && !good)
            fail_msg("name_%02zu: %s", i, trouble_text());
    }
    /* Of many formulas that are counted together, each short. */
    size_t terms = 0;
    struct declared_scope together = scope;
    together.terms = &terms;
    for (int i = 0; i < 1000; i++)
        if (!declared_scope_number(&together, &spec.lets[12].amount, &number))
            break;
    assert_in_range(terms, DECLARED_TERMS_MAX, DECLARED_TERMS_MAX + 10000);
}

/* A line for each of 51,200 numbers, in a megabyte: none is looked for from the file's begin. */
TEST(test_lines)
{
    CLEANUP(text_finish) struct text steps = { 0 };
    for (int i = 0; i < 200; i++) {
        text_add_format(&steps, "%s{\"kernel\":\"k.comp\",\"groups\":\n1,\"push\":[",
                        i > 0 ? ",\n" : "");
        for (int k = 0; k < 32; k++)
            text_add_format(&steps, "%s%s\n%d", k > 0 ? "," : "",
                            k % 8 == 0 ? "                                    "
                                         "                                    "
                                         "                                    "
                                       : "",
                            k);
        text_add(&steps, "\n]}");
    }
    CLEANUP(text_finish) struct text variants = { 0 };
    for (int v = 0; v < 7; v++)
        text_add_format(&variants, "%s]},\"v%d\":{\"steps\":[\n", steps.string, v);
    text_add(&variants, steps.string);
    assert_done(read_file("\"a\":{\"quick\":[1],\"paper\":[1],\"full\":[1]}", "", variants.string));
    int line = 6; /* of the first step */
    for (size_t v = 0; v < 8; v++) {
        for (size_t i = 0; i < spec.variants[v].step_count; i++, line += 35) {
            const struct declared_step *step = &spec.variants[v].steps[i];
            assert_int_equal(step->line, line);
            assert_int_equal(step->groups[0].line, line + 1);
            for (int k = 0; k < 32; k++)
                assert_int_equal(step->push[k].line, line + 2 + k);
        }
    }
}

/* In any order the line is that of a search from the begin. */
TEST(test_places)
{
    static const char text[] = "{\n\"a\": [1,\n2, {\"b\":\n{}, \"c\": [\n[\n3], 4]}\n],\n"
                               "\"b\": {\"a\": \"}\\\"\",\n\"c\":\n7},\n\"c\": 8}\n";
    static const char *const keys[] = { NULL, "a", "b", "c", "d" };
    struct declared_found last = { .newlines = 0 };
    uint32_t random = 1;
    for (int i = 0; i < 20000; i++) {
        struct declared_found none = { .newlines = 0 };
        struct declared_place place = { .depth = 0 };
        for (random = random * 1664525u + 1013904223u; place.depth < (random >> 28) % 6;
             place.depth++) {
            const uint32_t bits = random >> (5 * place.depth) & 31;
            place.steps[place.depth].key = keys[bits % 5];
            place.steps[place.depth].index = bits % 5 == 0 ? bits / 5 % 4 : 0;
        }
        assert_int_equal(declared_place_line(&place, text, sizeof(text) - 1, &last),
                         declared_place_line(&place, text, sizeof(text) - 1, &none));
    }
}

/* Texts are shown as they are: what would move a terminal goes when they are read. */
TEST(test_texts)
{
    assert_true(
        read_file("\"a\":{\"quick\":[1],\"paper\":[1],\"full\":[1],\"help\":\"\\u001b[1m\"}",
                  "\"paper\":\"A\\u0007\\u009b31m\\u202e\\r B\",", one_step));
    assert_string_equal(spec.axes[0].axis.help, "?[1m");
    assert_string_equal(spec.paper, "A??31m?  B");
}
