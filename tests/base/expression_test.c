/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/expression.h"

#include <stdio.h>
#include <string.h>

static void assert_refused(const char *text, const char *part)
{
    const char *refusal = expression_refuse(text);
    if (!refusal || !strstr(refusal, part))
        fail_msg("'%s': %s, not %s", text, refusal ? refusal : "taken", part);
}

static void test_taken(void **state)
{
    static const char *const taken[] = {
        "",      "^cbt.*/depth:(18|20)/", "a{1,255}", "(a{16}){16}", "[[:digit:]]{3}",
        "[]({]", "\\{1000000}",           "a|b|",     ")",           "x{",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
        if (expression_refuse(taken[i]))
            fail_msg("'%s': %s", taken[i], expression_refuse(taken[i]));
}

static void test_refused(void **state)
{
    char deep[2 * EXPRESSION_DEPTH_MAX + 8] = "";
    (void)state;
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
static void test_long_line(void **state)
{
    enum { COUNT = 10000 };
    static char text[8 * COUNT + 1];
    char why[EXPRESSION_WHY_BYTES];
    regex_t expression;
    (void)state;
    for (int i = 0; i < COUNT; i++)
        snprintf(text + 8 * i, sizeof(text) - 8 * (size_t)i, "%sx/n%04d", i > 0 ? "|" : "^", i);
    assert_non_null(expression_refuse(text));
    assert_true(expression_compile(&expression, text, 0, why));
    assert_int_equal(regexec(&expression, "x/n9999", 0, NULL, 0), 0);
    regfree(&expression);
}

static void test_compiled(void **state)
{
    char why[EXPRESSION_WHY_BYTES];
    regex_t expression;
    (void)state;
    assert_true(expression_compile(&expression, "^H[12]00", REG_ICASE, why));
    assert_int_equal(regexec(&expression, "h200", 0, NULL, 0), 0);
    regfree(&expression);
    assert_false(expression_compile(&expression, "a(", 0, why));
    assert_non_null(strstr(why, "("));
    assert_false(expression_compile(&expression, "(.*)(.*)\\1", 0, why));
    assert_string_equal(why, "it refers back to a group");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_compiled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
