/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/ceilings.h"

#include "harness/base/markup.h"
#include "harness/base/text.h"
#include "harness/views/figure/figure.h"
#include "harness/views/report/report_page.h"

#include <stdint.h>
#include <stdlib.h>

static char *case_href(const void *user, const struct run_case *c)
{
    const struct report_page *page = user;
    return report_case_has_place(page, c) ? report_html_href(page->out, "case-", c->name) : NULL;
}

static void figure_print(void *user, const struct figure *figure)
{
    const struct report_page *page = user;
    FILE *out = page->out;
    fputs("<figure><figcaption>", out);
    markup_text(out, figure->title);
    if (*figure->value) {
        fprintf(out, ", %s ", figure->split);
        sheet_escape_html(out, figure->value);
    }
    if (*figure->at) {
        fprintf(out, ", %s ", figure->held);
        sheet_escape_html(out, figure->at);
    }
    fputs(".", out);
    if (*figure->text || figure->more > 0) {
        fputs(" <span class=\"soft\">", out);
        markup_text(out, figure->text);
        if (figure->more > 0)
            fprintf(out, " %zu more series are left out; the table has them.", figure->more);
        fputs("</span>", out);
    }
    fputs("</figcaption>\n", out);
    svg_chart_print(out, &figure->chart);
    fputs("</figure>\n", out);
}

void report_figures_print(const struct report_page *page, const char *technique)
{
    struct figure_device *devices = calloc(page->device_count + 1, sizeof(*devices));
    struct run_ceilings *ceilings = calloc(page->device_count + 1, sizeof(*ceilings));
    const struct figure_source source = { .devices = devices,
                                          .device_count = page->device_count,
                                          .published = page->source->published,
                                          .href = case_href,
                                          .user = page };
    fputs("<div class=\"figures\">\n", page->out);
    for (size_t i = 0; i < page->device_count && devices && ceilings; i++) {
        const struct report_device *device = &page->devices[i];
        ceilings_find_newest(&ceilings[i], device->judged->runs, device->judged->run_count);
        devices[i] =
            (struct figure_device){ device->name, &device->latest, &ceilings[i], device->software };
    }
    if (!devices || !ceilings ||
        !figure_each(&source, technique, figure_print, (void *)(uintptr_t)page))
        text_stream_break(page->out);
    free(ceilings);
    free(devices);
    fputs("</div>\n", page->out);
}
