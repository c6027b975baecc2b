/* SPDX-License-Identifier: MIT */
#include "harness/analysis/keep/keep.h"

#include "harness/base/markup.h"
#include "harness/base/text.h"
#include "harness/views/case/case_print.h"
#include "harness/views/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* On any of the devices. */
static bool is_claimed(const struct report_page *page, const char *name)
{
    for (size_t i = 0; i < page->device_count; i++) {
        const struct report_device *device = &page->devices[i];
        const struct run_latest_case *it = run_latest_named(&device->latest, name);
        if (it && device->claimed[it - device->latest.cases])
            return true;
    }
    return false;
}

bool report_case_has_place(const struct report_page *page, const struct run_case *c)
{
    return page->detail < REPORT_RESTED_ON || run_status_fails(c) ||
           (page->detail == REPORT_RESTED_ON && is_claimed(page, c->name));
}

static bool has_samples(const struct report_page *page, const struct report_device *device,
                        const struct run_latest_case *it)
{
    const bool claimed = device->claimed[it - device->latest.cases];
    return page->detail == REPORT_WHOLE ||
           (claimed && (page->detail == REPORT_CLAIMED || page->detail == REPORT_RESTED_ON));
}

static void kernels_print(const struct report_page *page, const struct run_latest_case *it)
{
    for (size_t i = 0; i < it->c->kernel_count; i++) {
        fputs(i > 0 ? ", " : "<p class=\"note\">kernels: ", page->out);
        report_kernel_link(page, it->run, it->c->kernels[i]);
    }
    fputs(it->c->kernel_count > 0 ? "</p>\n" : "", page->out);
}

static void device_print(const struct report_page *page, const struct report_device *device,
                         const struct run_latest_case *it)
{
    FILE *out = page->out;
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    case_print_measured(memory, it->run, it->c);
    text_stream_close(memory);
    if (page->device_count > 1) {
        fputs("<h3>", out);
        sheet_escape_html(out, device->name);
        fputs("</h3>", out);
    }
    fputs("<pre>", out);
    report_html_lines(out, text_string(&text));
    fputs("</pre>\n", out);
    kernels_print(page, it);
    if (has_samples(page, device, it))
        report_samples_print(out, it->c);
    text_finish(&text);
}

/* Prints the case of all devices that have it, where this is the first. */
static void case_print_all(const struct report_page *page, size_t device, const char *name)
{
    FILE *out = page->out;
    for (size_t i = 0; i < device; i++) {
        const struct run_latest_case *before = run_latest_named(&page->devices[i].latest, name);
        if (before && report_case_has_place(page, before->c))
            return;
    }
    fputs("<details class=\"case\" id=\"", out);
    sheet_escape_id(out, "case-", name);
    fputs("\"><summary>", out);
    sheet_escape_html(out, name);
    fputs("</summary>\n", out);
    for (size_t i = device; i < page->device_count; i++) {
        const struct run_latest_case *it = run_latest_named(&page->devices[i].latest, name);
        if (it && report_case_has_place(page, it->c))
            device_print(page, &page->devices[i], it);
    }
    fputs("</details>\n", out);
}

void report_cases_print(const struct report_page *page)
{
    FILE *out = page->out;
    fputs("<section id=\"cases\"><h2>Cases</h2>\n", out);
    if (page->detail == REPORT_WHOLE || page->detail == REPORT_RESTED_ON)
        fputs("<p class=\"note\">Samples in the order taken; squares mark a throttled device. The "
              "clock is below them, their distribution beside them.</p>\n",
              out);
    for (size_t i = 0; i < page->device_count; i++)
        for (size_t k = 0; k < page->devices[i].latest.count && !report_page_is_full(page); k++)
            if (report_case_has_place(page, page->devices[i].latest.cases[k].c))
                case_print_all(page, i, page->devices[i].latest.cases[k].c->name);
    fputs("</section>\n", out);
}
