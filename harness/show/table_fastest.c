/* SPDX-License-Identifier: MIT */
#include "harness/show/table_fastest.h"

#include "harness/base/units.h"
#include "harness/judge/fastest.h"
#include "harness/show/table_cell.h"

enum { NAMES_MAX = 4 };

static void name_print(FILE *out, const struct run_case *c, bool bold)
{
    char label[TABLE_CELL_BYTES];
    table_cell_label(label, c);
    fprintf(out, "%s%s%s", bold ? "\033[1m" : "", label, bold ? "\033[0m" : "");
}

/* "b, c and 3 more" */
static void names_print(FILE *out, const struct run_case *const *cases, size_t count)
{
    for (size_t i = 0; i < count && i < NAMES_MAX; i++) {
        fprintf(out, "%s", i > 0 ? ", " : "");
        name_print(out, cases[i], false);
    }
    if (count > NAMES_MAX)
        fprintf(out, " and %zu more", count - NAMES_MAX);
}

static void fastest_print(FILE *out, const struct fastest *fastest, const char *clock, bool colours)
{
    char median[32];
    const bool alone = fastest->tie_count + fastest->unpaired_count == 0;
    units_format_ns(run_case_median_ns(fastest->first), median);
    fprintf(out, "%s", fastest->tie_count > 0 ? "one of " : "");
    name_print(out, fastest->first, alone && colours);
    if (fastest->tie_count > 0) {
        fprintf(out, ", ");
        names_print(out, fastest->ties, fastest->tie_count);
        fprintf(out, ": not told apart");
    }
    fprintf(out, ", %s%s", median, clock);
    if (fastest->unpaired_count > 0) {
        fprintf(out, " (too few common rounds to tell from ");
        names_print(out, fastest->unpaired, fastest->unpaired_count);
        fprintf(out, ")");
    }
}

void table_fastest_print(FILE *out, const struct run *run, const char *workload, bool colours)
{
    static const enum bench_kind kinds[] = { BENCH_GPU, BENCH_HOST_DRIVEN, BENCH_CPU };
    static const char *const clocks[] = { "", " wall time", " wall time of the host" };
    bool any = false;
    fprintf(out, "  fastest verified: ");
    for (int mode = 0; mode < 6; mode++) {
        const struct fastest_field field = { workload, kinds[mode % 3], mode >= 3 };
        struct fastest fastest;
        if (!fastest_find(run, &field, &fastest) || !fastest.first) {
            fastest_finish(&fastest);
            continue;
        }
        fprintf(out, "%s", any ? "; " : "");
        fastest_print(out, &fastest, clocks[mode % 3], colours);
        fastest_finish(&fastest);
        any = true;
    }
    fprintf(out, "%s\n\n", any ? "" : "none");
}
