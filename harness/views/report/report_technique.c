/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_html.h"
#include "harness/views/report/report_page.h"

#include <string.h>

static const struct technique *technique_find(const struct report_page *page, const char *name)
{
    for (size_t i = 0; page->source->techniques && page->source->techniques[i]; i++)
        if (strcmp(page->source->techniques[i]->name, name) == 0)
            return page->source->techniques[i];
    return NULL;
}

void report_technique_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    const struct technique *known = technique_find(page, technique);
    fputs("<section id=\"", out);
    report_html_id(out, "technique-", technique);
    fputs("\"><h2>", out);
    report_html_name(out, *technique ? technique : "cases of no technique");
    fputs("</h2>\n", out);
    if (known) {
        fputs("<p>", out);
        report_html_name(out, known->question);
        fputs("</p>\n<p class=\"soft\">", out);
        report_html_name(out, known->paper ? known->paper : "");
        fputs("</p>\n", out);
    }
    report_picture_print(page, technique);
    report_figures_print(page, technique);
    report_pipeline_print(page, technique);
    report_table_print(page, technique);
    fputs("</section>\n", out);
}
