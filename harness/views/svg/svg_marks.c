/* SPDX-License-Identifier: MIT */
#include "harness/base/markup.h"
#include "harness/views/svg/svg_plot.h"

#include <math.h>
#include <string.h>

/* The class of what has the colour. */
static void class_print(FILE *out, int colour)
{
    if (colour == SVG_PUBLISHED)
        fputs(" class=\"cp\"", out);
    else
        fprintf(out, " class=\"c%d\"", colour % SVG_COLOURS);
}

/* Part of a path. Colours come again after ten, shapes after seven. */
static void shape_print(FILE *out, int colour, double x, double y)
{
    static const char *const shapes[] = {
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "m-3.5-3.5h7v7h-7z",
        "m0-4.5l4.5 8h-9z",
        "m0-5l5 5l-5 5l-5-5z",
        "m0 4.5l4.5-8h-9z",
        "m-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
        "m-4.5 0l2-2.5h5l2 2.5l-2 2.5h-5z",
    };
    static const char *const published = "m0-6l6 6l-6 6l-6-6zm0 3l3 3l-3 3l-3-3z"; /* with a hole */
    fputc('M', out);
    svg_text_number(out, x);
    fputc(' ', out);
    svg_text_number(out, y);
    fputs(colour == SVG_PUBLISHED ? published : shapes[colour % 7], out);
}

static bool shown(const struct svg_plot *plot, const struct svg_point *point)
{
    return svg_axis_shows(&plot->x, point->x) &&
           (plot->chart->rows || svg_axis_shows(&plot->y, point->y));
}

static void move(FILE *out, char how, double x, double y)
{
    fputc(how, out);
    svg_text_number(out, x);
    fputc(' ', out);
    svg_text_number(out, y);
}

static void line_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    bool begun = false;
    fputs("<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"", out);
    fputs(series->dashed ? " stroke-dasharray=\"5 3\" d=\"" : " d=\"", out);
    for (size_t i = 0; i < series->count; i++) {
        const struct svg_point *point = &series->points[i];
        if (shown(plot, point)) {
            move(out, begun ? 'L' : 'M', svg_plot_x(plot, point->x),
                 svg_plot_y(plot, point->y, index));
            begun = true;
        } else {
            begun = false;
        }
    }
    fputs("\"/>", out);
}

/* An end across the whisker; one that lies beyond the axis has none. */
static void cap_print(FILE *out, const struct svg_plot *plot, double x, double y, double value)
{
    enum { CAP = 3 };
    const bool rows = plot->chart->rows;
    if (svg_chart_cuts(rows ? &plot->x : &plot->y, value))
        return;
    move(out, 'M', rows ? x : x - CAP, rows ? y - CAP : y);
    fprintf(out, "%c%d", rows ? 'v' : 'h', 2 * CAP);
}

static void whisker_print(FILE *out, const struct svg_plot *plot, size_t index,
                          const struct svg_point *point)
{
    const bool rows = plot->chart->rows;
    const double x = svg_plot_x(plot, point->x), y = svg_plot_y(plot, point->y, index);
    const double low = rows ? svg_plot_x(plot, point->low) : svg_plot_y(plot, point->low, index);
    const double high = rows ? svg_plot_x(plot, point->high) : svg_plot_y(plot, point->high, index);
    cap_print(out, plot, rows ? low : x, rows ? y : low, point->low);
    move(out, 'M', rows ? low : x, rows ? y : low);
    fputc(rows ? 'H' : 'V', out);
    svg_text_number(out, high);
    cap_print(out, plot, rows ? high : x, rows ? y : high, point->high);
}

static bool whisks(const struct svg_plot *plot, const struct svg_point *point)
{
    return shown(plot, point) && isfinite(point->low) && isfinite(point->high);
}

static void whiskers_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    bool any = false;
    for (size_t i = 0; i < series->count; i++) {
        if (!whisks(plot, &series->points[i]))
            continue;
        fputs(any ? "" : "<path fill=\"none\" stroke=\"currentColor\" d=\"", out);
        whisker_print(out, plot, index, &series->points[i]);
        any = true;
    }
    fputs(any ? "\"/>" : "", out);
}

static void mark_print(FILE *out, const struct svg_plot *plot, size_t index,
                       const struct svg_point *point)
{
    const struct svg_series *series = &plot->chart->series[index];
    const double x = svg_plot_x(plot, point->x), y = svg_plot_y(plot, point->y, index);
    if (point->href) {
        const char *target = strrchr(point->href, '#');
        fputs("<a href=\"", out);
        markup_text(out, point->href);
        fputs("\" aria-label=\"", out);
        markup_text(out, point->title ? point->title : target ? target + 1 : point->href);
        fputs("\">", out);
    }
    fputs("<path d=\"", out);
    shape_print(out, series->colour, x, y);
    fputs(point->title ? "\"><title>" : "\"/>", out);
    if (point->title) {
        markup_text(out, point->title);
        fputs("</title></path>", out);
    }
    fputs(point->href ? "</a>" : "", out);
}

static void series_print(FILE *out, const struct svg_plot *plot, size_t index)
{
    const struct svg_series *series = &plot->chart->series[index];
    fputs("<g fill=\"currentColor\" fill-rule=\"evenodd\"", out);
    class_print(out, series->colour);
    fputc('>', out);
    if (series->joined || series->bare)
        line_print(out, plot, index);
    if (!series->bare) {
        whiskers_print(out, plot, index);
        for (size_t i = 0; i < series->count; i++)
            if (shown(plot, &series->points[i]))
                mark_print(out, plot, index, &series->points[i]);
    }
    fputs("</g>\n", out);
}

void svg_marks_print(FILE *out, const struct svg_plot *plot)
{
    for (size_t i = 0; i < plot->chart->series_count; i++)
        series_print(out, plot, i);
}

static bool within(const struct svg_box *box, double x, double y)
{
    return x >= box->left && x <= box->right && y >= box->top && y <= box->bottom;
}

/* What of a + t d lies from low to high is from *from to *to. */
static void clip(double a, double d, double low, double high, double *from, double *to)
{
    if (d != 0) {
        *from = fmax(*from, fmin((low - a) / d, (high - a) / d));
        *to = fmin(*to, fmax((low - a) / d, (high - a) / d));
    } else if (a < low || a > high) {
        *to = -1;
    }
}

/* Whether the line from one point to the next goes through it. */
static bool crosses(const struct svg_plot *plot, size_t index, size_t point,
                    const struct svg_box *box)
{
    const struct svg_point *a = &plot->chart->series[index].points[point], *b = a + 1;
    const double ax = svg_plot_x(plot, a->x), ay = svg_plot_y(plot, a->y, index);
    double from = 0, to = 1;
    clip(ax, svg_plot_x(plot, b->x) - ax, box->left, box->right, &from, &to);
    clip(ay, svg_plot_y(plot, b->y, index) - ay, box->top, box->bottom, &from, &to);
    return from <= to;
}

/* How many marks, and lines between two of them, are in there; not bars and whiskers. */
static size_t marks_within(const struct svg_plot *plot, const struct svg_box *box)
{
    enum { HALF = 4 }; /* of a mark */
    const struct svg_box larger = { box->left - HALF, box->top - HALF, box->right + HALF,
                                    box->bottom + HALF };
    size_t count = 0;
    for (size_t i = 0; i < plot->chart->series_count; i++) {
        const struct svg_series *series = &plot->chart->series[i];
        for (size_t k = 0; k < series->count; k++) {
            const struct svg_point *point = &series->points[k];
            if (!shown(plot, point))
                continue;
            count += !series->bare &&
                     within(&larger, svg_plot_x(plot, point->x), svg_plot_y(plot, point->y, i));
            if ((series->joined || series->bare) && k + 1 < series->count && shown(plot, point + 1))
                count += crosses(plot, i, k, box);
        }
    }
    return count;
}

enum { PLACES_MAX = 4, BOXES_MAX = 8, ASCENT = 11, DESCENT = 3 };

/* Where the words of lines stand so far. */
struct words {
    struct svg_box boxes[BOXES_MAX];
    size_t count;
};

size_t svg_rules_vertical(const struct svg_chart *chart)
{
    size_t count = 0;
    for (size_t i = 0; i < chart->rule_count; i++)
        count += chart->rules[i].vertical;
    return count;
}

static struct svg_box box_of(const struct svg_text *place, const char *text)
{
    struct svg_box box = { .top = place->y - ASCENT, .bottom = place->y + DESCENT };
    svg_text_extent(place, text, &box.left, &box.right);
    return box;
}

static bool overlap(const struct svg_box *a, const struct svg_box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* How much it hides: words count for more than all marks, and so does the edge of the plot. */
static size_t hidden(const struct svg_plot *plot, const struct words *words,
                     const struct svg_box *box)
{
    const size_t most = 1000;
    size_t count = marks_within(plot, box);
    for (size_t i = 0; i < words->count; i++)
        count += overlap(box, &words->boxes[i]) ? most : 0;
    return count + (!plot->chart->rows && box->bottom > plot->bottom ? most : 0);
}

/* The place that hides the least, the first of several. */
static void label_print(FILE *out, const struct svg_plot *plot, struct words *words,
                        const struct svg_text places[], size_t count, const char *label)
{
    size_t best = 0, least = (size_t)-1;
    for (size_t i = 0; i < count; i++) {
        const struct svg_box box = box_of(&places[i], label);
        const size_t here = hidden(plot, words, &box);
        if (here < least) {
            least = here;
            best = i;
        }
    }
    if (words->count < BOXES_MAX)
        words->boxes[words->count++] = box_of(&places[best], label);
    svg_text_print(out, &places[best], label);
}

static struct svg_text said(const struct svg_plot *plot, double x, double y, enum svg_anchor anchor)
{
    return (struct svg_text){ x, y, plot->left, plot->right, SVG_PLOT_TEXT, anchor, "said" };
}

/* Its words stand above or below it, at either end. */
static void across_print(FILE *out, const struct svg_plot *plot, struct words *words,
                         const struct svg_rule *rule)
{
    const double y = svg_plot_y(plot, rule->at, 0), above = y - 4, below = y + ASCENT + 2;
    const struct svg_text places[PLACES_MAX] = {
        said(plot, plot->right - 2, above, SVG_END),
        said(plot, plot->left + 2, above, SVG_START),
        said(plot, plot->right - 2, below, SVG_END),
        said(plot, plot->left + 2, below, SVG_START),
    };
    svg_plot_line(out, "rule", plot->left, y, 'H', plot->right);
    label_print(out, plot, words, places, PLACES_MAX, rule->label);
}

/* Its words stand on either side of it. */
static void down_print(FILE *out, const struct svg_plot *plot, struct words *words,
                       const struct svg_rule *rule, double y)
{
    const double x = svg_plot_x(plot, rule->at);
    const struct svg_text places[] = { said(plot, x + 4, y, SVG_START),
                                       said(plot, x - 4, y, SVG_END) };
    svg_plot_line(out, "rule", x, fmin(y, plot->top), 'V', plot->bottom);
    label_print(out, plot, words, places, 2, rule->label);
}

void svg_rules_print(FILE *out, const struct svg_plot *plot)
{
    const struct svg_chart *chart = plot->chart;
    const double vertical = (double)svg_rules_vertical(chart);
    double y = chart->rows ? plot->top - 4 - SVG_PLOT_LINE * (vertical - 1) : plot->top + 12;
    struct words words = { .count = 0 };
    for (size_t i = 0; i < chart->rule_count; i++) {
        const struct svg_rule *rule = &chart->rules[i];
        if (rule->vertical) {
            down_print(out, plot, &words, rule, y);
            y += SVG_PLOT_LINE;
        } else if (!chart->rows) {
            across_print(out, plot, &words, rule);
        }
    }
    fputs(chart->rule_count > 0 ? "\n" : "", out);
}

enum { SIGN = 18, GAP = 14, EDGE = 4 };

/* Lines that the entries take; prints them, too, unless out is NULL. */
static size_t walk(FILE *out, const struct svg_chart *chart, double y)
{
    double x = EDGE;
    size_t lines = 0;
    for (size_t i = 0; i < chart->series_count; i++) {
        const struct svg_series *series = &chart->series[i];
        if (!series->name || series->count == 0)
            continue;
        const double own = SIGN + svg_text_width(series->name, SVG_PLOT_TEXT);
        lines += lines == 0;
        if (x > EDGE && x + own > chart->width - EDGE) {
            x = EDGE;
            lines++;
        }
        if (out) {
            const double base = y + (double)lines * SVG_PLOT_LINE - 4;
            fputs("<path fill=\"currentColor\" fill-rule=\"evenodd\" stroke=\"currentColor\" "
                  "stroke-width=\"",
                  out);
            fputs(series->bare ? "1.5\"" : "0\"", out);
            class_print(out, series->colour);
            fputs(series->dashed && series->bare ? " stroke-dasharray=\"5 3\" d=\"" : " d=\"", out);
            if (series->bare) {
                fputc('M', out);
                svg_text_number(out, x);
                fputc(' ', out);
                svg_text_number(out, base - 4);
                fprintf(out, "h%d", SIGN - 4);
            } else {
                shape_print(out, series->colour, x + 6, base - 4);
            }
            fputs("\"/>", out);
            svg_text_print(out,
                           &(struct svg_text){ x + SIGN, base, x + SIGN, chart->width - EDGE,
                                               SVG_PLOT_TEXT, SVG_START, NULL },
                           series->name);
        }
        x += own + GAP;
    }
    return lines;
}

double svg_legend_height(const struct svg_chart *chart)
{
    return (double)walk(NULL, chart, 0) * SVG_PLOT_LINE;
}

void svg_legend_print(FILE *out, const struct svg_chart *chart, double y)
{
    walk(out, chart, y);
}
