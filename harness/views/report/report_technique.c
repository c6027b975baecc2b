/* SPDX-License-Identifier: MIT */
#include "harness/record/catalogue.h"
#include "harness/views/report/report_page.h"

void report_technique_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    const struct catalogue *catalogue = page->source->catalogue;
    const char *question = catalogue->question(catalogue->techniques, technique, NULL);
    const char *paper = catalogue->paper(catalogue->techniques, technique);
    fputs("<section id=\"", out);
    sheet_escape_id(out, "technique-", technique);
    fputs("\"><h2>", out);
    sheet_escape_html(out, *technique ? technique : "cases of no technique");
    fputs("</h2>\n", out);
    if (question) {
        fputs("<p>", out);
        sheet_escape_html(out, question);
        fputs("</p>\n<p class=\"soft\">", out);
        sheet_escape_html(out, paper ? paper : "");
        fputs("</p>\n", out);
    }
    report_picture_print(page, technique);
    report_figures_print(page, technique);
    report_pipeline_print(page, technique);
    report_table_print(page, technique);
    fputs("</section>\n", out);
}
