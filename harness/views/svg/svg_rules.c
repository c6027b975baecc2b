/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_plot.h"

#include <math.h>

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
    size_t count = svg_marks_within(plot, box);
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
