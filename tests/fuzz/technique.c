/* SPDX-License-Identifier: MIT */
/* technique.c: technique.json, and its formulas at the first point of its axes. */
#include "tests/fuzz/fuzz.h"

#include "bench/declared/private.h"

/* Evaluates what is evaluated of a file before anything is measured. */
static void values_make(const struct declared_spec *spec)
{
    char first[DECLARED_AXES_MAX][80];
    struct declared_scope scope = { .spec = spec };
    struct declared_number number;
    for (size_t i = 0; i < spec->axis_count; i++) {
        const char *values = spec->axes[i].axis.values[BENCH_QUICK];
        snprintf(first[i], sizeof(first[i]), "%.*s", (int)strcspn(values, ","), values);
        scope.values[i] = first[i];
    }
    for (size_t i = 0; i < spec->let_count; i++)
        if (!declared_scope_number(&scope, &spec->lets[i].amount, &number))
            fuzz_check_line(trouble_text());
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct declared_spec spec;
    if (declared_spec_read(&spec, (const char *)data, size, FUZZ_PATH))
        values_make(&spec);
    else
        fuzz_check_line(trouble_text());
    declared_spec_finish(&spec);
    return 0;
}
