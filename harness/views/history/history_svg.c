/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/base/name_list.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/base/wrap.h"
#include "harness/views/history/history_view.h"
#include "harness/views/svg/svg_chart.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char
    begin[] = "<svg ",
    style[] =
        "<style>svg{background:#fff}text{font:12px system-ui,sans-serif;fill:#1a1a1a;stroke:none}"
        ".label{fill:#555}.stamp{fill:#b00020;font-weight:600}"
        ".said{paint-order:stroke;stroke:#fff;stroke-width:3px;font-style:italic}"
        ".d,.k{fill:none;stroke:currentColor;stroke-width:6;stroke-linecap:round}"
        ".d.c1{stroke-width:8;stroke-linecap:square}.k{stroke-width:2}.b{fill:currentColor}"
        ".grid{stroke:#ddd;stroke-width:.6}.axis{stroke:#1a1a1a}"
        ".rule{stroke:#1a1a1a;stroke-dasharray:2 3}"
        ".cp{color:#1a1a1a}.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#cc79a7}"
        ".c4{color:#e69f00}.c5{color:#56b4e9}.c6{color:#b8ab00}.c7{color:#555}</style>\n";

enum { HEAD = 44, HEAD_LETTERS = 120 }; /* above the chart, and letters that a line of it has */

/* A line of the head; what is too long for it is cut. */
static void head_print(FILE *out, int y, const char *attribute, const char *words)
{
    const size_t bytes = wrap_fit(words, HEAD_LETTERS);
    char *cut = text_make("%.*s%s", (int)bytes, words, words[bytes] ? "..." : "");
    fprintf(out, "<text x=\"14\" y=\"%d\" %s>", y, attribute);
    markup_text(out, cut);
    fputs("</text>\n", out);
    free(cut);
}

/* The chart below two lines: what it shows, and of which devices, drivers and commits. */
static void svg_file_print(FILE *out, const struct svg_chart *chart, const char *below)
{
    static const char box[] = "viewBox=\"0 0 ";
    struct text chart_text = { 0 };
    FILE *memory = text_stream(&chart_text);
    svg_chart_print(memory, chart);
    text_stream_close(memory);
    char *text = text_take(&chart_text), *end = NULL;
    const char *title = strchr(text, '\n'); /* the first line ends behind it */
    const char *size = strstr(text, box);
    assert(title && size && strncmp(text, begin, strlen(begin)) == 0);
    const double width = strtod(size + strlen(box), &end), height = strtod(end, &end);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
          "xmlns=\"http://www.w3.org/2000/svg\" ",
          out);
    fwrite(text + strlen(begin), 1, (size_t)(size - text) - strlen(begin), out);
    fprintf(out, "viewBox=\"0 %d %g %g", -HEAD, width, height + HEAD);
    fwrite(end, 1, (size_t)(title + 1 - end), out);
    fputs(style, out);
    head_print(out, 20 - HEAD, "style=\"font-size:15px;font-weight:600\"", chart->title);
    head_print(out, 38 - HEAD, "class=\"label\"", below);
    fputs(title + 1, out);
    free(text);
}

enum { NAME_BYTES = 512, DATE = 16 };

static const double day_s = 86400, hour_s = 3600, hours_until_s = 3 * 86400.0, log_from = 10;

struct drawing {
    const struct run_history *history;
    size_t lines;
    struct svg_series series[HISTORY_SVG_LINES_MAX];
    char names[HISTORY_SVG_LINES_MAX][NAME_BYTES];
    char (*titles)[NAME_BYTES]; /* of the points */
    struct svg_point *points;
    double first_s, last_s, least_ns, most_ns;
};

/* Finds the range of all points that are drawn. */
static void range_find(struct drawing *drawing)
{
    drawing->first_s = drawing->least_ns = INFINITY;
    drawing->last_s = drawing->most_ns = -INFINITY;
    for (size_t i = 0; i < drawing->lines; i++) {
        const struct run_history_line *line = &drawing->history->lines[i];
        for (size_t k = 0; k < line->count; k++) {
            const struct run_history_point *point = &line->points[k];
            drawing->first_s = fmin(drawing->first_s, point->seconds);
            drawing->last_s = fmax(drawing->last_s, point->seconds);
            drawing->least_ns = fmin(drawing->least_ns, point->median_ns);
            drawing->most_ns = fmax(drawing->most_ns, point->median_ns);
        }
    }
}

/* Names a line by the case, device, card and driver in which it differs from others. */
static void name_make(const struct drawing *drawing, size_t index, char name[NAME_BYTES])
{
    const struct run_history_point *own = drawing->history->lines[index].points;
    bool cases = false, devices = false, cards = false, drivers = false;
    for (size_t i = 0; i < drawing->lines; i++) {
        const struct run_history_point *other = drawing->history->lines[i].points;
        cases = cases || strcmp(own->name, other->name) != 0;
        devices = devices || strcmp(own->device, other->device) != 0;
        cards = cards ||
                (strcmp(own->device, other->device) == 0 && strcmp(own->card, other->card) != 0);
        drivers = drivers || strcmp(own->driver, other->driver) != 0;
    }
    cards = cards && *own->card;
    devices = devices || !cases;       /* a line alone is called by its device */
    drivers = drivers && *own->driver; /* the host has none */
    snprintf(name, NAME_BYTES, "%.200s%s%.120s%s%.8s%s%.120s", cases ? own->name : "",
             cases && devices ? ", " : "", devices ? own->device : "", cards ? ", card " : "",
             cards ? own->card : "", drivers ? ", " : "", drivers ? own->driver : "");
}

static void line_make(struct drawing *drawing, size_t index, double unit_s, size_t *used)
{
    const struct run_history_line *line = &drawing->history->lines[index];
    struct svg_point *points = &drawing->points[*used];
    for (size_t i = 0; i < line->count; i++, ++*used) {
        const struct run_history_point *point = &line->points[i];
        char *title = drawing->titles[*used];
        snprintf(title, NAME_BYTES, "%.40s, %.40s%s%.120s%s%s", point->date, point->commit,
                 *point->driver ? ", " : "", point->driver, *point->kernels ? ", kernels " : "",
                 point->kernels);
        points[i] = (struct svg_point){ .x = (point->seconds - drawing->first_s) / unit_s,
                                        .y = point->median_ns,
                                        .low = point->low_ns,
                                        .high = point->high_ns,
                                        .title = title };
    }
    name_make(drawing, index, drawing->names[index]);
    drawing->series[index] = (struct svg_series){ .name = drawing->names[index],
                                                  .colour = (int)index,
                                                  .joined = true,
                                                  .points = points,
                                                  .count = line->count };
}

/* A name that the list has not. */
static void name_add(struct name_list *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return;
    if (*name)
        name_list_add(names, name);
}

static void names_join(struct text *text, const char *before, const char *many,
                       const struct name_list *names)
{
    if (names->count == 1)
        text_join(text, ", ", "%s%s", before, names->names[0]);
    else if (names->count > 1)
        text_join(text, ", ", "%zu %s", names->count, many);
}

/* "NVIDIA H200, driver NVIDIA 580.159.04, commits aaaa to bbbb", or how many there are of each. */
static void below_make(const struct drawing *drawing, struct text *text)
{
    const struct run_history_point *oldest = NULL, *newest = NULL;
    struct name_list devices = { 0 }, drivers = { 0 };
    for (size_t i = 0; i < drawing->lines; i++) {
        const struct run_history_line *line = &drawing->history->lines[i];
        const struct run_history_point *first = &line->points[0];
        const struct run_history_point *last = &line->points[line->count - 1];
        name_add(&devices, first->device);
        name_add(&drivers, first->driver);
        oldest = !oldest || first->seconds < oldest->seconds ? first : oldest;
        newest = !newest || last->seconds >= newest->seconds ? last : newest;
    }
    names_join(text, "", "devices", &devices);
    names_join(text, "driver ", "drivers", &drivers);
    if (oldest && strcmp(oldest->commit, newest->commit) == 0)
        text_join(text, ", ", "commit %.12s", oldest->commit);
    else if (oldest)
        text_join(text, ", ", "commits %.12s to %.12s", oldest->commit, newest->commit);
    name_list_finish(&devices);
    name_list_finish(&drivers);
}

static void chart_write(FILE *out, struct drawing *drawing, enum history_svg_scale scale)
{
    const bool hours = drawing->last_s - drawing->first_s < hours_until_s;
    const bool log = scale == HISTORY_SVG_LOG ||
                     (scale == HISTORY_SVG_AUTO && drawing->most_ns > log_from * drawing->least_ns);
    const struct run_history_point *first = drawing->history->lines[0].points;
    char title[NAME_BYTES], along[64], date[DATE + 1] = "";
    size_t used = 0;
    bool one = true;
    struct text below = { 0 };
    for (size_t i = 0; i < drawing->lines; i++) {
        const struct run_history_line *line = &drawing->history->lines[i];
        line_make(drawing, i, hours ? hour_s : day_s, &used);
        one = one && strcmp(line->points->name, first->name) == 0;
        for (size_t k = 0; k < line->count; k++)
            if (line->points[k].seconds <= drawing->first_s)
                snprintf(date, sizeof(date), "%.16s", line->points[k].date);
    }
    snprintf(title, sizeof(title), "%.400s", one ? first->name : "times of several cases");
    snprintf(along, sizeof(along), "%s since %sZ", hours ? "hours" : "days", date);
    const struct svg_chart chart = {
        .title = title,
        .width = 800,
        .height = 360,
        .x = { .label = along, .unit = SVG_PLAIN },
        .y = { .label = "median", .unit = SVG_NS, .log = log, .zero = !log },
        .series = drawing->series,
        .series_count = drawing->lines
    };
    below_make(drawing, &below);
    svg_file_print(out, &chart, text_string(&below));
    text_finish(&below);
}

bool history_svg(FILE *out, const struct run_history *history, enum history_svg_scale scale)
{
    if (history->line_count == 0)
        return false;
    struct drawing *drawing = need_zeroed(1, sizeof(*drawing));
    drawing->history = history;
    drawing->lines =
        history->line_count < HISTORY_SVG_LINES_MAX ? history->line_count : HISTORY_SVG_LINES_MAX;
    drawing->points = need_zeroed(history->point_count, sizeof(*drawing->points));
    drawing->titles = need_zeroed(history->point_count, sizeof(*drawing->titles));
    range_find(drawing);
    chart_write(out, drawing, scale);
    free(drawing->points);
    free(drawing->titles);
    free(drawing);
    return !ferror(out);
}
