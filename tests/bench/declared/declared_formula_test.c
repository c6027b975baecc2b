/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"
#include "tests/unit.h"

static bool value(const void *user, const char *name, struct declared_number *number)
{
    *number = (struct declared_number){ .whole = strcmp(name, "elements") == 0 ? 70001
                                                 : strcmp(name, "most") == 0   ? INT64_MAX
                                                                               : 0 };
    trouble("there is no '%s'", name);
    return number->whole != 0 || strcmp(name, "zero") == 0;
}

static bool type_bytes(const void *user, const char *axis, int64_t *bytes)
{
    *bytes = 8;
    trouble("sizeof(%s) is not known", axis);
    return strcmp(axis, "type") == 0;
}

static const struct declared_names names = { value, type_bytes, NULL, false };

static void assert_whole(const char *formula, int64_t wanted)
{
    struct declared_number number;
    assert_done(declared_formula_value(formula, &names, &number));
    if (number.is_real || number.whole != wanted)
        fail_msg("%s is %g, not %lld", formula, declared_number_real(&number), (long long)wanted);
}

static void assert_refused(const char *formula, const char *part)
{
    struct declared_number number;
    trouble_clear();
    if (declared_formula_value(formula, &names, &number))
        fail_msg("'%s' is %g", formula, declared_number_real(&number));
    if (!strstr(trouble_text(), part) || !strstr(trouble_text(), formula))
        fail_msg("'%s': '%s' does not say '%s'", formula, trouble_text(), part);
}

TEST(test_values)
{
    assert_whole("1 + 2 * 3", 7);
    assert_whole("(1 + 2) * 3 - -4", 13);
    assert_whole("10 - 4 - 3", 3);
    assert_whole("64 / 4 / 2", 8);
    assert_whole("elements * sizeof(type)", 560008);
    assert_whole("sizeof(uint16_t)", 2);
    assert_whole("ceil(elements / 2048)", 35);
    assert_whole("floor(elements / 2048)", 34);
    assert_whole("ceil(8 / 4)", 2);
    assert_whole("log2(1024)", 10);
    assert_whole("ceil(log2(1025))", 11);
    assert_whole("min(3, 7, 2) + max(4)", 6);
    assert_whole("max(1 / 2, 3)", 3);
    assert_whole("9223372036854775807 - 1", INT64_MAX - 1);
    assert_whole("most / 1", INT64_MAX);
    assert_whole("7 % 4 + 9 % 3", 3);
    assert_whole("0 - 7 % 4", -3);
    assert_whole("1 << 3 + 1", 16);
    assert_whole("elements >> 3", 70001 >> 3);
    assert_whole("exp2(10) + exp2(0)", 1025);
    assert_whole("exp2(62)", INT64_C(1) << 62);
    assert_whole("(elements > 70000) + (elements <= 70000) * 2", 1);
    assert_whole("2 == 4 / 2", 1);
    assert_whole("2 != 2", 0);
    assert_whole("1 < 1 << 1", 1);
    assert_whole("9223372036854775806 < most", 1);
    assert_whole("1 / 2 >= 0.5", 1);
    assert_whole("min(3 < 2, 5)", 0);
    struct declared_number number;
    assert_true(declared_formula_value("7 / 2 + 0.5e1", &names, &number));
    assert_true(number.is_real);
    assert_true(number.real == 8.5);
}

TEST(test_refused)
{
    char deep[256] = "";
    assert_refused("1 / zero", "divides by zero");
    assert_refused("1 / (elements - elements)", "divides by zero");
    assert_refused("most + 1", "overflows");
    assert_refused("most * most", "overflows");
    assert_refused("-most - 2", "overflows");
    assert_refused("99999999999999999999", "overflows");
    assert_refused("ceil(1e30)", "overflows");
    assert_refused("1e400", "too large");
    assert_refused("log2(zero)", "logarithm");
    assert_refused("log2(0 - 1)", "logarithm");
    assert_refused("element", "there is no 'element'");
    assert_refused("sizeof(elements)", "sizeof(elements) is not known");
    assert_refused("sizeof(1)", "sizeof takes");
    assert_refused("sqrt(4)", "there is no function 'sqrt'");
    assert_refused("1 +", "wants a number or a name");
    assert_refused("(1", "wants ')'");
    assert_refused("ceil(1, 2)", "wants ')'");
    assert_refused("1 2", "is not understood at '2': there are + - * / % << >>");
    assert_refused("1 % zero", "divides by zero");
    assert_refused("1.5 % 1", "take whole numbers");
    assert_refused("1 << 0.5", "take whole numbers");
    assert_refused("1 << 63", "shifts by");
    assert_refused("1 >> (0 - 1)", "shifts by");
    assert_refused("4 << 62", "overflows");
    assert_refused("exp2(2000)", "too large");
    assert_refused("1 < 2 < 3", "is not understood at '< 3'");
    assert_refused("1 = 1", "is not understood");
    assert_refused("1 <", "wants a number");
    assert_refused(" ", "wants a number");
    memset(deep, '(', 100);
    assert_refused(deep, "nested too deep");
    memset(deep, '-', 100);
    assert_refused(deep, "nested too deep");
}

/* Syntax errors are found without values; unknown numbers are no error yet. */
TEST(test_dry)
{
    const struct declared_names dry = { value, type_bytes, NULL, true };
    struct declared_number number;
    assert_true(declared_formula_value("1 / zero + most * most + log2(zero)", &dry, &number));
    assert_false(declared_formula_value("1 / nil", &dry, &number));
    assert_false(declared_formula_value("1 /", &dry, &number));
}
