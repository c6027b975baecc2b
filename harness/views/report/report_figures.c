/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/ceilings.h"

#include "harness/base/markup.h"
#include "harness/base/text.h"
#include "harness/record/catalogue.h"
#include "harness/views/figure/figure.h"
#include "harness/views/report/report_page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static void base64_print(FILE *out, const char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < count ? (unsigned char)bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            fputc(i + k > count ? '=' : digits[word >> (18 - 6 * k) & 63], out);
    }
}

static void picture_print(const struct report_page *page, const struct report_picture *picture)
{
    FILE *out = page->out;
    fprintf(out, "<figure class=\"picture\"><img width=\"%u\" height=\"%u\" alt=\"What ",
            picture->width, picture->height);
    markup_text(out, picture->technique);
    fputs(" computes\" src=\"data:image/png;base64,", out);
    base64_print(out, picture->png, picture->bytes);
    if (!picture->words) {
        fputs("\"><figcaption>The picture that its technique.json names.</figcaption></figure>\n",
              out);
        return;
    }
    fputs(
        "\"><figcaption>What is computed, at a small size, by the reference on the host when this "
        "page was written: <code>claimcheck inspect ",
        out);
    markup_text(out, picture->words);
    fputs(" --picture FILE.png</code></figcaption></figure>\n", out);
}

void report_picture_print(const struct report_page *page, const char *technique)
{
    for (size_t i = 0; i < page->source->picture_count; i++)
        if (strcmp(page->source->pictures[i].technique, technique) == 0)
            picture_print(page, &page->source->pictures[i]);
}

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
