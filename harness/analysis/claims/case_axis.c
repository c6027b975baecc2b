/* SPDX-License-Identifier: MIT */
#include "harness/analysis/claims/case_axis.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *case_axis_value(const struct run_case *c, const char *axis)
{
    for (size_t i = 0; i < c->axis_count; i++)
        if (strcmp(c->axes[i].name, axis) == 0)
            return c->axes[i].value;
    return NULL;
}

double case_axis_number(const char *value)
{
    char *end;
    const double number = strtod(value, &end);
    return end == value || !isfinite(number) ? NAN : number;
}

int case_axis_compare(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            const double number_a = strtod(a, &end_a), number_b = strtod(b, &end_b);
            if (number_a != number_b)
                return number_a < number_b ? -1 : 1;
            a = end_a;
            b = end_b;
            continue;
        }
        if (*a != *b)
            return *a < *b ? -1 : 1;
        a++;
        b++;
    }
    return (*a != 0) - (*b != 0);
}
