/* SPDX-License-Identifier: MIT */

#include "harness/analysis/limits/fastest.h"
#include "harness/base/units.h"
#include "harness/views/table/table_parts.h"

enum { NAMES_MAX = 4, INDENT = 2, DEEP_INDENT = 4 };

static void name_add(char line[TABLE_CELL_BYTES], const char *separator, const struct run_case *c,
                     const struct table_label_common *common)
{
    char label[TABLE_CELL_BYTES];
    table_label(label, c, common);
    table_text_add(line, separator, label);
}

/* "b, c and 3 more" */
static void names_add(char line[TABLE_CELL_BYTES], const char *separator,
                      const struct run_case *const *cases, size_t count,
                      const struct table_label_common *common)
{
    char more[64];
    for (size_t i = 0; i < count && i < NAMES_MAX; i++)
        name_add(line, i > 0 ? ", " : separator, cases[i], common);
    snprintf(more, sizeof(more), " and %zu more", count - NAMES_MAX);
    if (count > NAMES_MAX)
        table_text_add(line, "", more);
}

static void fastest_add(char line[TABLE_CELL_BYTES], const struct fastest *fastest,
                        const char *clock, const struct table_label_common *common)
{
    char median[32];
    const bool alone = fastest->tie_count + fastest->unpaired_count == 0;
    units_format_ns(run_case_median_ns(fastest->first), median);
    table_text_add(line, "", fastest->tie_count > 0 ? "one of " : "");
    name_add(line, alone ? TABLE_BOLD : "", fastest->first, common);
    table_text_add(line, "", alone ? TABLE_PLAIN : "");
    if (fastest->tie_count > 0) {
        names_add(line, ", ", fastest->ties, fastest->tie_count, common);
        table_text_add(line, "", ": not told apart");
    }
    table_text_add(line, ", ", median);
    table_text_add(line, "", clock);
    if (fastest->unpaired_count > 0) {
        names_add(line, " (too few common rounds to tell from ", fastest->unpaired,
                  fastest->unpaired_count, common);
        table_text_add(line, "", ")");
    }
}

/* What lines are made of. */
struct best {
    const struct run *run;
    const struct table_label_common *common;
};

/* Adds the best of a field. False when there is none, or not as many candidates. */
static bool field_add(char line[TABLE_CELL_BYTES], const struct best *best,
                      const struct fastest_field *field, size_t candidates, bool any)
{
    static const char *const clocks[] = {
        [BENCH_GPU] = "", [BENCH_HOST_DRIVEN] = " wall time", [BENCH_CPU] = " wall time of the host"
    };
    struct fastest fastest;
    const bool found = fastest_find(best->run, field, &fastest) && fastest.first &&
                       fastest.candidate_count >= candidates;
    if (found) {
        table_text_add(line, "", any ? "; " : "");
        fastest_add(line, &fastest, clocks[field->kind], best->common);
    }
    fastest_finish(&fastest);
    return found;
}

static void line_print(struct table_text *text, const char *line)
{
    table_text_pad(text, INDENT);
    table_text_wrap(text, line, DEEP_INDENT);
    table_text_end(text);
}

void table_fastest_print(struct table_text *text, const struct run *run, const char *workload,
                         const struct table_label_common *common, const struct catalogue *catalogue)
{
    const struct best best = { run, common };
    char device[TABLE_CELL_BYTES] = "fastest verified: ", host[TABLE_CELL_BYTES] = "";
    bool any = false, any_host = false;
    for (int cold = 0; cold < 2; cold++) {
        const struct fastest_field gpu = { workload, BENCH_GPU, cold, catalogue };
        const struct fastest_field driven = { workload, BENCH_HOST_DRIVEN, cold, catalogue };
        const bool of_gpu = field_add(device, &best, &gpu, 1, any);
        any = any || of_gpu;
        any = field_add(device, &best, &driven, of_gpu ? 2 : 1, any) || any;
    }
    table_text_add(host, "", any ? "fastest on the host: " : "fastest verified: ");
    for (int cold = 0; cold < 2; cold++) {
        const struct fastest_field cpu = { workload, BENCH_CPU, cold, catalogue };
        any_host = field_add(host, &best, &cpu, any ? 2 : 1, any_host) || any_host;
    }
    if (any)
        line_print(text, device);
    if (any_host)
        line_print(text, host);
    if (!any && !any_host)
        line_print(text, "fastest verified: none");
}
