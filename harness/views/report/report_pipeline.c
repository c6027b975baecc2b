/* SPDX-License-Identifier: MIT */
#include "harness/base/json_value.h"

#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/base/plural.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/views/figure/figure.h"
#include "harness/views/report/report_page.h"
#include "harness/views/svg/svg_chart.h"
#include "harness/views/table/table_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 900, LEFT = 260, RIGHT = 890, ROW = 22, BOX = 15, TEXT = 12, COLOURS = 8 };

/* Limit for all techniques together: the remaining bytes of a page hold the rest of it. */
enum { PIPELINES_BYTES_MAX = 1000 * 1000, BOX_BYTES = 110 };

/* The part of a trace that belongs to one technique of the page. */
struct part {
    const struct report_page *page;
    struct figure_pipeline *pipeline;
    const struct run_latest_case **cases; /* of each row; NULL where it is not drawn */
    size_t drawn, left_out;               /* rows */
    struct svg_axis axis;                 /* ns */
};

/* The case of the page's runs, which says what technique it is of; NULL. */
static const struct run_latest_case *case_of(const struct report_page *page, const char *name)
{
    const struct run_latest_case *found = NULL;
    for (size_t i = 0; i < page->device_count && !found; i++)
        found = run_latest_named(&page->devices[i].latest, name);
    return found;
}

/* No fewer than it takes in a page. */
static size_t text_bytes(const char *text)
{
    size_t bytes = 0;
    for (; *text; text++)
        bytes += strchr("<>&\"'", *text) ? 6 : *text >= ' ' && *text < 0x7F ? 1 : 3;
    return bytes;
}

static size_t row_bytes(const struct figure_pipeline *pipeline, size_t row)
{
    size_t bytes = 0;
    for (size_t i = 0; i < pipeline->box_count; i++) {
        const struct figure_pipeline_box *box = &pipeline->boxes[i];
        if (box->row == row && !pipeline->gaps[box->pass])
            bytes += BOX_BYTES + text_bytes(pipeline->passes[box->pass]);
    }
    return bytes;
}

/* Which rows are drawn: of all that the page has, in their order, those for which there is room. */
static void rows_choose(struct part *part, const char *technique)
{
    size_t used = 0;
    for (size_t i = 0; i < part->pipeline->row_count; i++) {
        const struct figure_pipeline_row *row = &part->pipeline->rows[i];
        const struct run_latest_case *it = case_of(part->page, row->name);
        const size_t bytes = it ? row_bytes(part->pipeline, i) : 0;
        const bool fits = bytes <= PIPELINES_BYTES_MAX - used;
        used += fits ? bytes : 0;
        if (!it || strcmp(it->c->technique, technique) != 0)
            continue;
        part->left_out += !fits;
        if (!fits)
            continue;
        part->drawn++;
        part->cases[i] = it;
        svg_axis_hold(&part->axis, row->end * 1e3);
    }
}

static double place(const struct part *part, double us)
{
    return svg_axis_place(&part->axis, us * 1e3, LEFT, RIGHT);
}

static void number_print(FILE *out, const char *name, double number)
{
    fprintf(out, " %s=\"", name);
    svg_text_number(out, number);
    fputc('"', out);
}

static void box_print(const struct part *part, const struct figure_pipeline_box *box, double y)
{
    FILE *out = part->page->out;
    char time[32];
    const double begin = place(part, box->begin), end = place(part, box->end);
    units_format_ns((box->end - box->begin) * 1e3, time);
    fprintf(out, "<rect class=\"b c%zu\"", box->pass % COLOURS);
    number_print(out, "x", begin);
    number_print(out, "y", y);
    number_print(out, "width", fmax(end - begin, 0.5));
    fprintf(out, " height=\"%d\"><title>", BOX);
    markup_text(out, part->pipeline->passes[box->pass]);
    fprintf(out, ", %s</title></rect>", time);
}

static void row_print(const struct part *part, size_t row, double top)
{
    FILE *out = part->page->out;
    char label[TABLE_CELL_BYTES];
    table_label(label, part->cases[row]->c, NULL);
    svg_text_print(out,
                   &(struct svg_text){ .x = LEFT - 8,
                                       .y = top + TEXT,
                                       .left = 0,
                                       .right = LEFT - 8,
                                       .size = TEXT,
                                       .anchor = SVG_END },
                   label);
    for (size_t i = 0; i < part->pipeline->box_count; i++) {
        const struct figure_pipeline_box *box = &part->pipeline->boxes[i];
        if (box->row == row && !part->pipeline->gaps[box->pass])
            box_print(part, box, top);
    }
    fputc('\n', out);
}

static void axis_print(const struct part *part, double bottom)
{
    FILE *out = part->page->out;
    double ticks[SVG_AXIS_TICKS_MAX];
    const size_t count = svg_axis_ticks(&part->axis, 6, ticks);
    for (size_t i = 0; i < count; i++) {
        char text[32];
        const double x = svg_axis_place(&part->axis, ticks[i], LEFT, RIGHT);
        svg_axis_format(&part->axis, ticks[i], text);
        fputs("<path class=\"grid\" d=\"M", out);
        svg_text_number(out, x);
        fputs(" 0V", out);
        svg_text_number(out, bottom);
        fputs("\"/>", out);
        svg_text_print(out,
                       &(struct svg_text){ .x = x,
                                           .y = bottom + TEXT + 4,
                                           .left = 0,
                                           .right = WIDTH,
                                           .size = TEXT,
                                           .anchor = SVG_MIDDLE },
                       text);
    }
}

/* Which colour is which, of those that a row has. */
static void legend_print(const struct part *part)
{
    FILE *out = part->page->out;
    fputs("<p class=\"note\">", out);
    for (size_t i = 0; i < part->pipeline->pass_count; i++) {
        bool there = false;
        for (size_t k = 0; k < part->pipeline->box_count && !there; k++)
            there = part->pipeline->boxes[k].pass == i && part->cases[part->pipeline->boxes[k].row];
        if (!there || part->pipeline->gaps[i])
            continue;
        fprintf(out, "<span class=\"c%zu\">\xE2\x96\xA0</span> ", i % COLOURS);
        sheet_escape_html(out, part->pipeline->passes[i]);
        fputs(" ", out);
    }
    fputs("</p>\n", out);
}

static void chart_print(const struct part *part)
{
    FILE *out = part->page->out;
    const double bottom = ROW * (double)part->drawn;
    double top = 2;
    fprintf(out,
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %d %.0f\"><title>passes of each "
            "case</title>\n",
            WIDTH, bottom + 22);
    axis_print(part, bottom);
    for (size_t i = 0; i < part->pipeline->row_count; i++)
        if (part->cases[i]) {
            row_print(part, i, top);
            top += ROW;
        }
    fputs("</svg>\n", out);
    legend_print(part);
}

static void part_print(const struct part *part)
{
    FILE *out = part->page->out;
    const json_t *other = json_object_get(part->page->source->trace, "otherData");
    fputs("<figure class=\"pipeline\"><figcaption>Passes of one execution on ", out);
    sheet_escape_html(out, json_value_text_of(other, "device"));
    fputs(", ", out);
    sheet_escape_html(out, json_value_text_of(other, "started"));
    fputs(". <span class=\"soft\">Stamps between them slow them down: a diagnosis, no "
          "measurement.</span></figcaption>\n",
          out);
    if (part->drawn > 0)
        chart_print(part);
    if (part->left_out > 0)
        fprintf(out,
                "<p class=\"warn\">Passes of %zu case%s of the trace are left out, for which the "
                "page has no room: the trace has them.</p>\n",
                part->left_out, plural(part->left_out, "", "s"));
    fputs("</figure>\n", out);
}

void report_pipeline_print(const struct report_page *page, const char *technique)
{
    struct figure_pipeline pipeline;
    struct part part = { page, &pipeline, NULL, 0, 0, { .unit = SVG_NS, .zero = true } };
    if (!page->source->trace)
        return;
    figure_pipeline_read(&pipeline, page->source->trace);
    part.cases = need_zeroed(pipeline.row_count, sizeof(*part.cases));
    rows_choose(&part, technique);
    svg_axis_round(&part.axis);
    if (part.drawn + part.left_out > 0)
        part_print(&part);
    free(part.cases);
    figure_pipeline_finish(&pipeline);
}

/* Passes of each variant ----------------------------------------------------------------------- */

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
static const struct run_latest_case *passes_case(const struct run_latest *latest, size_t index,
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

static void passes_row_print(const struct report_page *page, const struct run_latest_case *it)
{
    FILE *out = page->out;
    char label[TABLE_CELL_BYTES];
    table_label(label, it->c, NULL);
    fputs("<tr><td class=\"w\">", out);
    if (report_case_has_place(page, it->c))
        report_html_link(page, "case-", it->c->name, label);
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
                passes_case(&page->devices[i].latest, k, technique, bench);
            if (!it)
                continue;
            if (!any)
                fputs("<details><summary>passes of each variant</summary><p class=\"note\">Kernels "
                      "in the order of their creation, grouped by source, and the commands of one "
                      "execution, for the case with the most dispatches. claimcheck trace shows "
                      "how long each takes.</p><div "
                      "class=\"wide\"><table><thead><tr><th>variant</th><th>kernels</th><th>an "
                      "execution</th></tr></thead><tbody>\n",
                      out);
            any = true;
            passes_row_print(page, it);
        }
    fputs(any ? "</tbody></table></div></details>\n" : "", out);
}
