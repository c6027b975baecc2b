/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/base/nearest.h"

static void test_nearest(void **state)
{
    (void)state;
    const char *const names[] = { "list", "run", "devices", "inspect" };
    assert_string_equal(nearest_find("lsit", names, 4), "list");
    assert_string_equal(nearest_find("RUN", names, 4), "run");
    assert_string_equal(nearest_find("rnu", names, 4), "run");
    assert_string_equal(nearest_find("device", names, 4), "devices");
    assert_string_equal(nearest_find("inspekt", names, 4), "inspect");
    assert_null(nearest_find("", names, 4));
    assert_null(nearest_find("benchmark", names, 4));
    assert_null(nearest_find("run", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
