/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "tests/unit.h"

TEST(test_nearest)
{
    const char *const names[] = { "list", "run", "devices", "inspect" };
    assert_string_equal(nearest_find("lsit", names, 4), "list");
    assert_string_equal(nearest_find("RUN", names, 4), "run");
    assert_string_equal(nearest_find("rnu", names, 4), "run");
    assert_string_equal(nearest_find("device", names, 4), "devices");
    assert_string_equal(nearest_find("inspekt", names, 4), "inspect");
    assert_null(nearest_find("", names, 4));
    assert_null(nearest_find("benchmark", names, 4));
    assert_null(nearest_find("run", names, 0));
    assert_null(nearest_find("out", names, 4));
}

/* Two edits of three letters are no likeness. */
TEST(test_short)
{
    const char *const names[] = { "out", "list-cases", "quiet" };
    assert_null(nearest_find("lst", names, 3));
    assert_string_equal(nearest_find("ot", names, 3), "out");
    assert_string_equal(nearest_find("queit", names, 3), "quiet");
    assert_null(nearest_find("queti", names, 1));
}

TEST(test_beginning)
{
    const char *const names[] = { "list-cases", "filter", "filters" };
    assert_string_equal(nearest_find("list", names, 3), "list-cases");
    assert_string_equal(nearest_find("filt", names, 3), "filter");
    assert_string_equal(nearest_find("LIST", names, 3), "list-cases");
    assert_null(nearest_find("li", names, 3));
}
