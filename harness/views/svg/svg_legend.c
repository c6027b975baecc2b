/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_plot.h"

#include <math.h>

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
            svg_marks_class(out, series->colour);
            fputs(series->dashed && series->bare ? " stroke-dasharray=\"5 3\" d=\"" : " d=\"", out);
            if (series->bare) {
                fputc('M', out);
                svg_text_number(out, x);
                fputc(' ', out);
                svg_text_number(out, base - 4);
                fprintf(out, "h%d", SIGN - 4);
            } else {
                svg_marks_shape(out, series->colour, x + 6, base - 4);
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
