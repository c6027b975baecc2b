/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/expression.h"

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
    assert_refused("a++++++++++++", "too large");
    assert_refused("[[:alpha:]]{99999999999999999999}", "too large");
    memset(deep, '(', EXPRESSION_DEPTH_MAX + 1);
    assert_refused(deep, "too deep");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
