/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/limits.h"

#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/record/catalogue.h"
#include "harness/views/claims/recommendation_print.h"
#include "harness/views/figure/figure.h"
#include "harness/views/report/report_page.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char *case_href(const void *user, const struct run_case *c)
{
    const struct report_page *page = user;
    return report_case_has_place(page, c) ? report_html_href(page, "case-", c->name) : NULL;
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
    const size_t cut = svg_chart_cut(&figure->chart);
    if (*figure->text || figure->more > 0 || cut > 0) {
        fputs(" <span class=\"soft\">", out);
        markup_text(out, figure->text);
        if (figure->more > 0)
            fprintf(out, " %zu more series are left out; the table has them.", figure->more);
        if (cut > 0)
            fprintf(out, " %zu whisker%s beyond the plot.", cut, cut > 1 ? "s go" : " goes");
        fputs("</span>", out);
    }
    fputs("</figcaption>\n", out);
    svg_chart_print(out, &figure->chart);
    fputs("</figure>\n", out);
}

/* The first page has a few that show what is published, one of each plot; where none does, the
 * first. */
struct choice {
    const struct report_page *page;
    size_t published, drawn;
    const char *last; /* the key of the one before; NULL */
    bool counting;
};

static bool shows_published(const struct svg_chart *chart)
{
    bool shows = chart->rule_count > 0;
    for (size_t i = 0; i < chart->series_count; i++)
        shows = shows || (chart->series[i].colour == SVG_PUBLISHED && chart->series[i].count > 0);
    return shows;
}

static void figure_choose(void *user, const struct figure *figure)
{
    enum { MOST = 3 };
    struct choice *choice = user;
    const bool published = shows_published(&figure->chart);
    if (choice->counting) {
        choice->published += published;
        return;
    }
    const size_t most = choice->published > 0 ? MOST : 1;
    if (choice->drawn == most || (choice->published > 0 && !published) ||
        (choice->last && strcmp(choice->last, figure->key) == 0))
        return;
    figure_print((void *)(uintptr_t)choice->page, figure);
    choice->last = figure->key;
    choice->drawn++;
}

static void figures_draw(const struct report_page *page, const struct figure_source *source,
                         const char *technique)
{
    struct choice choice = { .page = page, .counting = true };
    if (page->part == REPORT_CASES) {
        figure_each(source, technique, figure_print, (void *)(uintptr_t)page);
        return;
    }
    figure_each(source, technique, figure_choose, &choice);
    choice.counting = false;
    figure_each(source, technique, figure_choose, &choice);
}

/* The technique's figures, on the first page the few that show the paper's numbers. */
static void figures_print(const struct report_page *page, const char *technique)
{
    struct figure_device *devices = need_zeroed(page->device_count, sizeof(*devices));
    struct run_ceilings *ceilings = need_zeroed(page->device_count, sizeof(*ceilings));
    const struct figure_source source = { .devices = devices,
                                          .device_count = page->device_count,
                                          .published = page->source->published,
                                          .href = page->part == REPORT_CASES ? case_href : NULL,
                                          .user = page };
    fputs("<div class=\"figures\">\n", page->out);
    for (size_t i = 0; i < page->device_count; i++) {
        const struct report_device *device = &page->devices[i];
        ceilings_find_newest(&ceilings[i], device->judged->runs, device->judged->run_count);
        devices[i] =
            (struct figure_device){ device->name, &device->latest, &ceilings[i], device->software };
    }
    figures_draw(page, &source, technique);
    free(ceilings);
    free(devices);
    fputs("</div>\n", page->out);
}

const struct view_picture *report_picture_of(const struct report_page *page, const char *technique)
{
    for (size_t i = 0; i < page->source->picture_count; i++)
        if (strcmp(page->source->pictures[i].technique, technique) == 0)
            return &page->source->pictures[i];
    return NULL;
}

void report_technique_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    const struct catalogue *catalogue = page->source->catalogue;
    const char *question = catalogue->question(catalogue->techniques, technique, NULL);
    fputs("<section", out);
    report_html_id(out, "technique-", technique);
    fputs("><h2>", out);
    sheet_escape_html(out, *technique ? technique : "cases of no technique");
    fputs("</h2>\n", out);
    if (question) {
        fputs("<p>", out);
        sheet_escape_html(out, question);
        fputs("</p>\n", out);
    }
    figures_print(page, technique);
    report_growth_print(page, technique);
    report_pipeline_print(page, technique);
    report_table_print(page, technique);
    fputs("</section>\n", out);
}

/* First page ----------------------------------------------------------------------------------- */

static void picture_print(const struct report_page *page, const struct view_picture *picture)
{
    FILE *out = page->out;
    fputs("<figure class=\"picture\"><svg role=\"img\" viewBox=\"0 0 300 200\"><title>What ", out);
    report_html_title(page, picture->technique);
    fputs(" computes</title><use href=\"#", out);
    sheet_escape_id(out, "picture-", picture->technique);
    fputs("\" width=\"300\" height=\"200\"/></svg><figcaption>", out);
    if (picture->words) {
        fputs("Drawn by <code>claimcheck inspect ", out);
        markup_text(out, picture->words);
        fputs("</code></figcaption></figure>\n", out);
    } else {
        fputs("The picture that its technique.json names.</figcaption></figure>\n", out);
    }
}

/* The recommendations of the newest run of each device. */
static void advice_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    for (size_t i = 0; i < page->device_count; i++) {
        const struct recommendation_list *advice = &page->devices[i].advice;
        for (size_t k = 0; k < advice->count; k++) {
            struct text text = { 0 };
            if (strcmp(advice->list[k].technique, technique) != 0)
                continue;
            fputs("<p class=\"use\">", out);
            sheet_escape_html(out, page->device_count > 1 ? page->devices[i].name : "Here");
            fputs(", for <code>", out);
            sheet_escape_html(out, advice->list[k].bench);
            fputs("</code>, use ", out);
            recommendation_words(&advice->whole, &advice->list[k], &text);
            report_html_part(out, "", &text, "");
            fputs("</p>\n", out);
        }
    }
}

/* Authors, title and year of the papers whose claims or figures the technique has; where there is
 * none, of the technique's own. */
static void papers_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    const struct catalogue *catalogue = page->source->catalogue;
    const char *own = catalogue->paper(catalogue->techniques, technique);
    bool any = false;
    for (size_t i = 0; i < page->source->published->count; i++) {
        const struct published *paper = page->source->published->files[i];
        if (!report_has_paper(page, technique, paper))
            continue;
        any = true;
        fputs("<p class=\"iv\">", out);
        for (size_t k = 0; k < paper->author_count; k++) {
            fputs(k > 0 ? ", " : "", out);
            sheet_escape_html(out, paper->authors[k]);
        }
        fputs(": <cite>", out);
        sheet_escape_html(out, paper->title);
        fputs("</cite>", out);
        fprintf(out, isfinite(paper->year) ? ", %.0f</p>\n" : "</p>\n", paper->year);
    }
    if (!any && own) {
        fputs("<p class=\"iv\">", out);
        sheet_escape_html(out, own);
        fputs("</p>\n", out);
    }
}

static void section_print(const struct report_page *page, const char *technique)
{
    FILE *out = page->out;
    const struct catalogue *catalogue = page->source->catalogue;
    const struct view_picture *picture = report_picture_of(page, technique);
    const char *question = catalogue->question(catalogue->techniques, technique, NULL);
    fputs("<section class=\"tech\"", out);
    report_html_id(out, "technique-", technique);
    fputs("><h3>", out);
    report_html_title(page, technique);
    fputs("</h3>\n<div class=\"side\">\n", out);
    if (picture)
        picture_print(page, picture);
    fputs("<div>", out);
    if (question) {
        fputs("<p class=\"q\">", out);
        sheet_escape_html(out, question);
        fputs("</p>\n", out);
    }
    papers_print(page, technique);
    advice_print(page, technique);
    fprintf(out, "<p><a href=\"%s#", report_file_names[REPORT_CASES]);
    sheet_escape_id(out, "technique-", technique);
    fputs("\">All figures and cases</a></p></div></div>\n", out);
    figures_print(page, technique);
    report_growth_print(page, technique);
    fputs("</section>\n", out);
}

void report_techniques_print(const struct report_page *page)
{
    fputs("<section id=\"techniques\"><h2>Techniques</h2>\n", page->out);
    for (size_t i = 0; i < page->technique_count; i++)
        if (!run_measures_limits(page->techniques[i]) && *page->techniques[i])
            section_print(page, page->techniques[i]);
    fputs("</section>\n", page->out);
}
