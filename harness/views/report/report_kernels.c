/* SPDX-License-Identifier: MIT */
#include "harness/os/path.h"
#include "harness/views/case/case_print.h"

#include "harness/base/text.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* "0-12": of the first run, the kernel at 12; texts of a file are longer. */
static void place_text(const struct report_page *page, const struct run *run,
                       const struct run_kernel *kernel, char text[48])
{
    size_t index = 0;
    while (index < page->source->run_count && page->source->runs[index] != run)
        index++;
    snprintf(text, 48, "%zu-%zu", index, (size_t)(kernel - run->kernels));
}

const struct run_kernel *report_kernel_find(const struct run *run, const char *id)
{
    for (size_t i = 0; i < run->kernel_count; i++)
        if (strcmp(run->kernels[i].id, id) == 0)
            return &run->kernels[i];
    return NULL;
}

void report_kernel_link(const struct report_page *page, const struct run *run, const char *id)
{
    const struct run_kernel *kernel = report_kernel_find(run, id);
    char place[48];
    if (!kernel) {
        sheet_escape_html(page->out, id);
        return;
    }
    place_text(page, run, kernel, place);
    report_html_link(page, "kernel-", place, kernel->name);
}

static void kernel_print(const struct report_page *page, const struct run *run,
                         const struct run_kernel *kernel)
{
    FILE *out = page->out;
    char place[48];
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    place_text(page, run, kernel, place);
    case_print_kernel(memory, kernel);
    text_stream_close(memory);
    fputs("<pre id=\"", out);
    sheet_escape_id(out, "kernel-", place);
    fputs("\">", out);
    report_html_lines(out, text_string(&text));
    fputs("</pre>\n", out);
    text_finish(&text);
}

static bool has_kernel(const struct run_case *c, const char *id)
{
    for (size_t i = 0; i < c->kernel_count; i++)
        if (strcmp(c->kernels[i], id) == 0)
            return true;
    return false;
}

/* True where a case that is shown has it. */
static bool is_linked(const struct report_page *page, const struct run *run, const char *id)
{
    for (size_t i = 0; i < page->device_count; i++)
        for (size_t k = 0; k < page->devices[i].latest.count; k++) {
            const struct run_latest_case *it = &page->devices[i].latest.cases[k];
            /* Few cases have it, and whether one has a place takes longer to find. */
            if (it->run == run && has_kernel(it->c, id) && report_case_has_place(page, it->c))
                return true;
        }
    return false;
}

void report_kernels_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<section id=\"kernels\"><h2>Kernels</h2>\n<p class=\"note\">Statistics as the driver "
          "reports them, under its own names.</p>\n",
          out);
    for (size_t i = 0; i < page->source->run_count; i++) {
        const struct run *run = page->source->runs[i];
        const char *slash = os_path_last(run->path);
        fputs("<details><summary>", out);
        sheet_escape_html(out, slash ? slash + 1 : run->path);
        fputs("</summary>\n", out);
        for (size_t k = 0; k < run->kernel_count; k++)
            if (is_linked(page, run, run->kernels[k].id))
                kernel_print(page, run, &run->kernels[k]);
        fputs("</details>\n", out);
    }
    fputs("</section>\n", out);
}
