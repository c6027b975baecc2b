/* SPDX-License-Identifier: MIT */
/* unit.c: the main() of a test that has none of its own. */
#include "tests/unit.h"

int main(int count, char **arguments)
{
    if (count > 1)
        cmocka_set_test_filter(arguments[1]);
    return unit_run(NULL, NULL);
}
