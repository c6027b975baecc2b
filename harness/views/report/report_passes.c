/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"
#include "harness/views/table/table_parts.h"

#include <string.h>

static bool is_of(const struct run_case *c, const char *technique, const char *bench)
{
    return c->status == BENCH_OK && c->kind != BENCH_CPU && !c->twin && c->kernel_count > 0 &&
           strcmp(c->technique, technique) == 0 && strcmp(c->bench, bench) == 0;
}

static double dispatches(const struct run_latest_case *it)
{
    return it->c->counters.dispatches + it->c->counters.indirect_dispatches;
}

/* The case of the variant that has most to dispatch, where `index` is the first one; NULL. */
static const struct run_latest_case *case_of(const struct run_latest *latest, size_t index,
                                             const char *technique, const char *bench)
{
    const struct run_latest_case *found = NULL;
    const char *variant = latest->cases[index].c->variant;
    if (!is_of(latest->cases[index].c, technique, bench))
        return NULL;
    for (size_t i = 0; i < latest->count; i++) {
        const struct run_case *c = latest->cases[i].c;
        if (!is_of(c, technique, bench) || strcmp(c->variant, variant) != 0)
            continue;
        if (i < index)
            return NULL;
        if (!found || dispatches(&latest->cases[i]) > dispatches(found))
            found = &latest->cases[i];
    }
    return found;
}

/* Without the technique, which the section is about. */
static const char *kernel_name(const struct run_latest_case *it, size_t index)
{
    const struct run_kernel *kernel = report_kernel_find(it->run, it->c->kernels[index]);
    const char *name = kernel ? kernel->name : it->c->kernels[index];
    const size_t length = strlen(it->c->technique);
    const bool own = strncmp(name, it->c->technique, length) == 0 && name[length] == '/';
    return own ? name + length + 1 : name;
}

/* A box each; one for those of one source that differ in constants alone. */
static void kernels_print(FILE *out, const struct run_latest_case *it)
{
    for (size_t i = 0, next; i < it->c->kernel_count; i = next) {
        const char *name = kernel_name(it, i);
        for (next = i + 1; next < it->c->kernel_count; next++)
            if (strcmp(kernel_name(it, next), name) != 0)
                break;
        fputs(i > 0 ? " \xE2\x86\x92 <span class=\"pass\">" : "<span class=\"pass\">", out);
        sheet_escape_html(out, name);
        if (next - i > 1)
            fprintf(out, " \xC3\x97 %zu", next - i);
        fputs("</span>", out);
    }
}

static void counters_print(FILE *out, const struct run_counters *counters)
{
    const struct {
        double count;
        const char *one, *several;
    } all[] = {
        { counters->dispatches, "dispatch", "dispatches" },
        { counters->indirect_dispatches, "indirect dispatch", "indirect dispatches" },
        { counters->draws, "draw", "draws" },
        { counters->traces, "trace of rays", "traces of rays" },
        { counters->builds, "build", "builds" },
        { counters->fills, "fill", "fills" },
        { counters->copies, "copy", "copies" },
        { counters->barriers, "barrier", "barriers" },
        { counters->read_backs, "read back", "reads back" },
        { counters->submits, "submission", "submissions" },
        { counters->host_returns, "return to the host", "returns to the host" },
    };
    bool any = false;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (!(all[i].count > 0))
            continue;
        fprintf(out, "%s%.0f %s", any ? ", " : "", all[i].count,
                all[i].count > 1 ? all[i].several : all[i].one);
        any = true;
    }
}

static void row_print(const struct report_page *page, const struct run_latest_case *it)
{
    FILE *out = page->out;
    char label[TABLE_CELL_BYTES];
    table_label(label, it->c, NULL);
    fputs("<tr><td class=\"w\">", out);
    if (report_case_has_place(page, it->c))
        report_html_link(out, "case-", it->c->name, label);
    else
        sheet_escape_html(out, label);
    fputs("</td><td class=\"w\">", out);
    kernels_print(out, it);
    fputs("</td><td class=\"w\">", out);
    counters_print(out, &it->c->counters);
    fputs("</td></tr>\n", out);
}

void report_passes_print(const struct report_page *page, const char *technique, const char *bench)
{
    FILE *out = page->out;
    bool any = false;
    for (size_t i = 0; i < page->device_count && !any; i++)
        for (size_t k = 0; k < page->devices[i].latest.count; k++) {
            const struct run_latest_case *it =
                case_of(&page->devices[i].latest, k, technique, bench);
            if (!it)
                continue;
            if (!any)
                fputs("<details><summary>passes of each variant</summary><p class=\"note\">Kernels "
                      "in the order in which they are made ready, those of one source together, "
                      "and what one execution asks of the device: of the case that has most to "
                      "dispatch. How long each takes, claimcheck trace says.</p>"
                      "<div class=\"wide\"><table><thead><tr><th>variant</th><th>kernels</th>"
                      "<th>an execution</th></tr></thead><tbody>\n",
                      out);
            any = true;
            row_print(page, it);
        }
    fputs(any ? "</tbody></table></div></details>\n" : "", out);
}
