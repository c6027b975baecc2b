/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot_chart.h"
#include "harness/views/plot/plot_text.h"
#include "harness/views/svg/svg_text.h"

#include <math.h>

enum { TEXT = 12, TICK = 11, SIGN = 26, GAP = 20, BOX = 6 };

void plot_label_print(FILE *out, const char *text, double x, double y, double height,
                      const char *anchor, const char *look)
{
    fputs("set label ", out);
    plot_text_quoted(out, text, TEXT, *anchor == 'l' ? PLOT_WIDTH - PLOT_EDGE - x : x - PLOT_EDGE);
    fputc(' ', out);
    plot_place_print(out, x, y, height);
    fprintf(out, " %s noenhanced front font text_font textcolor rgb %s\n", anchor, look);
}

void plot_frame_print(FILE *out, const struct plot_frame *frame)
{
    fprintf(out, "width = %d\nheight = %.0f\n", PLOT_WIDTH, frame->height);
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            frame->left / PLOT_WIDTH, frame->right / PLOT_WIDTH, 1 - frame->top / frame->height,
            1 - frame->bottom / frame->height);
}

void plot_ticks_print(FILE *out, const struct svg_axis *x, double left, double right)
{
    double ticks[SVG_AXIS_TICKS_MAX], end = 0;
    const size_t count = svg_axis_ticks(x, 10, ticks);
    char text[32];
    fputs("set xtics (", out);
    for (size_t i = 0; i < count; i++) {
        svg_axis_format(x, ticks[i], text);
        const double half = svg_text_width(text, TICK) / 2;
        const double place = svg_axis_place(x, ticks[i], left, right);
        const bool fits = place - half >= end && place + half <= PLOT_WIDTH - 2;
        if (fits)
            end = place + half + 8;
        fputs(i == 0 ? "" : ", ", out);
        plot_text_tick(out, fits ? text : "", TICK, PLOT_WIDTH);
        fprintf(out, " %.9g", ticks[i]);
    }
    fputs(")\n", out);
}

static void sign_print(FILE *out, const struct plot_sign *sign, double x, double y, double height)
{
    if (sign->line)
        fprintf(
            out,
            "set arrow from screen %.5f,%.5f to screen %.5f,%.5f nohead linetype %d linewidth 1.6 "
            "dashtype %s\n",
            x / PLOT_WIDTH, 1 - y / height, (x + SIGN - 6) / PLOT_WIDTH, 1 - y / height,
            sign->colour, sign->line == 2 ? "(8, 5)" : "solid");
    if (sign->shape) {
        fputs("set label '' ", out);
        plot_place_print(out, x + (SIGN - 6) / 2.0, y, height);
        fprintf(out, " point linetype %d pointtype %d\n", sign->colour, sign->shape);
    }
    if (sign->box)
        fprintf(out,
                "set object rectangle from screen %.5f,%.5f to screen %.5f,%.5f fillstyle solid 1 "
                "noborder fillcolor linetype %d\n",
                (x + 4) / PLOT_WIDTH, 1 - (y + BOX) / height, (x + SIGN - 6) / PLOT_WIDTH,
                1 - (y - BOX) / height, sign->colour);
}

size_t plot_legend_print(FILE *out, struct plot_sign (*sign_of)(const void *user, size_t index),
                         const void *user, size_t count, double y, double height)
{
    double x = PLOT_EDGE;
    size_t lines = 0;
    for (size_t i = 0; i < count; i++) {
        const struct plot_sign sign = sign_of(user, i);
        if (!sign.name)
            continue;
        const double own = SIGN + svg_text_width(sign.name, TEXT);
        lines += lines == 0;
        if (x > PLOT_EDGE && x + own > PLOT_WIDTH - PLOT_EDGE) {
            x = PLOT_EDGE;
            lines++;
        }
        const double at = y + PLOT_LINE * ((double)lines - 0.5);
        if (out) {
            sign_print(out, &sign, x, at, height);
            plot_label_print(out, sign.name, x + SIGN, at, height, "left", "ink");
        }
        x += own + GAP;
    }
    return lines;
}
