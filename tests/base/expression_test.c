/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

static void assert_refused(const char *text, const char *part)
{
    const char *refusal = expression_refuse(text);
    if (!refusal || !strstr(refusal, part))
        fail_msg("'%s': %s, not %s", text, refusal ? refusal : "taken", part);
}

TEST(test_taken)
{
    static const char *const taken[] = {
        "",      "^cbt.*/depth:(18|20)/", "a{1,255}", "(a{16}){16}", "[[:digit:]]{3}",
        "[]({]", "\\{1000000}",           "a|b|",     ")",           "x{",
    };
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
        if (expression_refuse(taken[i]))
            fail_msg("'%s': %s", taken[i], expression_refuse(taken[i]));
}

TEST(test_refused)
{
    char deep[2 * EXPRESSION_DEPTH_MAX + 8] = "";
    assert_refused("(a*)*\\1", "refers back");
    assert_refused("a{5000}", "too large");
    assert_refused("(a{255}){255}", "too large");
    assert_refused("((((a{1,9}){1,9}){1,9}){1,9}){1,9}", "too large");
    assert_refused("(a{1,255})*{1,255}", "too large");
    assert_refused("a++++++++++++", "repeats what is repeated");
    assert_refused("((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+", "too large");
    assert_refused("a****", "repeats what is repeated");
    assert_refused("[[:alpha:]]{99999999999999999999}", "too large");
    memset(deep, '(', EXPRESSION_DEPTH_MAX + 1);
    assert_refused(deep, "too deep");
}

/* A line as `ab` makes it, with the names of many rows. */
TEST(test_long_line)
{
    enum { COUNT = 10000 };
    static char text[8 * COUNT + 1];
    regex_t expression;
    for (int i = 0; i < COUNT; i++)
        snprintf(text + 8 * i, sizeof(text) - 8 * (size_t)i, "%sx/n%04d", i > 0 ? "|" : "^", i);
    assert_non_null(expression_refuse(text));
    assert_true(expression_compile(&expression, "", text, 0));
    assert_int_equal(regexec(&expression, "x/n9999", 0, NULL, 0), 0);
    regfree(&expression);
}

TEST(test_compiled)
{
    regex_t expression;
    assert_true(expression_compile(&expression, "", "^H[12]00", REG_ICASE));
    assert_int_equal(regexec(&expression, "h200", 0, NULL, 0), 0);
    regfree(&expression);
    assert_false(expression_compile(&expression, "", "a(", 0));
    assert_holds(trouble_text(), "'a(' is not a regular expression: ");
    assert_false(expression_compile(&expression, "the filter ", "(.*)(.*)\\1", 0));
    assert_string_equal(
        trouble_text(),
        "the filter '(.*)(.*)\\1' is not a regular expression: it refers back to a group");
}

/* Expressions, and the characters that all of their matches begin with. */
static const struct {
    const char *text, *begin;
} begins[] = {
    { "^t\\.b/fast/n:(1|2)$", "t.b/fast/n:" },
    { "^t[.]b", "t" },
    { "^ab$", "ab" },
    { "t\\.b", "" },
    { "", "" },
    { "^", "" },
    { "^(ab|t)", "" },
    { "^ab|t", "" },
    { "^ab|", "" },
    { "^ab(t|c)", "ab" },
    { "^ab(t|c)|t", "" },
    { "^ab\\(|t\\)", "" },
    { "^ab[(]|t[)]", "" },
    { "^ab)(|t)", "" },
    { "^ab)|t", "" },
    { "^ab[|]", "ab" },
    { "^ab^c", "" },
    { "^ab(^c|t)", "" },
    { "^ab[^c]", "" },
    { "^ab()c", "ab" },
    { "^ab$c", "ab" },
    { "^ab\\|t", "" },
    { "^abc?", "ab" },
    { "^abc*", "ab" },
    { "^abc+", "ab" },
    { "^abc{0,1}", "ab" },
    { "^ab\\.?", "ab" },
    { "^ab.", "ab" },
    { "^ab\\wc", "" },
    { "^ab\\Bc", "" },
    { "^ab\\<c", "" },
    { "^ab\\", "" },
};

TEST(test_begin)
{
    struct expression expression;
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        const char *begin = begins[i].begin;
        const int code = expression_init(&expression, begins[i].text);
        if (expression.begin_length != strlen(begin) ||
            memcmp(expression.begin, begin, strlen(begin)) != 0)
            fail_msg("'%s': %.*s", begins[i].text, (int)expression.begin_length, expression.begin);
        if (code == 0)
            expression_finish(&expression);
    }
}

/* Whether a name matches is as regexec() has it of the whole. */
TEST(test_matches)
{
    static const char *const names[] = {
        "",   "a",   "ab",  "abc",  "abcc",        "aba",          "abt",  "ab(",  "ab(|t)", "abbc",
        "t)", "ab)", "ab|", "ab|t", "t.b/fast/n:", "t.b/fast/n:1", "txb/", "t.bx", "xt.b",   "tt",
    };
    struct expression expression;
    regex_t whole;
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        const int code = regcomp(&whole, begins[i].text, REG_EXTENDED | REG_NOSUB);
        assert_int_equal(expression_init(&expression, begins[i].text), code);
        if (code != 0)
            continue;
        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
            if (expression_matches(&expression, names[k]) !=
                (regexec(&whole, names[k], 0, NULL, 0) == 0))
                fail_msg("'%s' of '%s'", begins[i].text, names[k]);
        expression_finish(&expression);
        regfree(&whole);
    }
}

/* The characters that are compared have an end, the expression has not. */
TEST(test_long_begin)
{
    char text[3 * EXPRESSION_BEGIN_BYTES] = "^";
    struct expression expression;
    memset(text + 1, 'a', sizeof(text) - 2);
    text[sizeof(text) - 1] = 0;
    assert_int_equal(expression_init(&expression, text), 0);
    assert_int_equal(expression.begin_length, EXPRESSION_BEGIN_BYTES);
    assert_true(expression_matches(&expression, text + 1));
    assert_false(expression_matches(&expression, text + 2));
    assert_false(expression_matches(&expression, "aaa"));
    expression_finish(&expression);
}
