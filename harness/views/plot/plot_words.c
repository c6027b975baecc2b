/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot_chart.h"
#include "harness/views/plot/plot_text.h"

#include <stdio.h>

enum { LINE_BYTES = 512 };

void plot_place_print(FILE *out, double x, double y, double height)
{
    fprintf(out, "at screen %.5f,%.5f", x / PLOT_WIDTH, 1 - y / height);
}

/* Lines of one text; y is where the first begins. Returns where the next text may begin. */
static double lines_print(FILE *out, const char *text, double y, double height, int size,
                          const char *look)
{
    const double room = PLOT_WIDTH - 2 * PLOT_EDGE;
    struct plot_line line;
    while (plot_text_line(&text, size, room, &line)) {
        char own[LINE_BYTES];
        y += 1.4 * size;
        if (!out)
            continue;
        snprintf(own, sizeof(own), "%.*s", (int)line.bytes, line.text);
        fputs("set label ", out);
        plot_text_quoted(out, own, size, room);
        fputc(' ', out);
        plot_place_print(out, PLOT_EDGE, y - 0.5 * size, height);
        fprintf(out, " left noenhanced %s\n", look);
    }
    return y;
}

double plot_words_print(FILE *out, const struct plot_words *words, double height)
{
    double y = PLOT_EDGE / 2.0;
    y = lines_print(out, words->title, y, height, 16, "font title_font textcolor rgb ink");
    y = lines_print(out, words->text, y, height, 12, "font text_font textcolor rgb ink");
    y = lines_print(out, words->where, y, height, 12, "font text_font textcolor rgb soft");
    y = lines_print(out, words->note, y, height, 12, "font text_font textcolor rgb soft");
    return lines_print(out, words->stamp ? words->stamp : "", y, height, 12,
                       "font text_font textcolor rgb warning");
}
