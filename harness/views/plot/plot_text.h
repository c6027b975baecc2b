/* SPDX-License-Identifier: MIT */
/* plot_text.h: words of a script for gnuplot, all of which are a file's or may be. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_TEXT_H
#define CLAIMCHECK_HARNESS_VIEWS_PLOT_PLOT_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* In single quotes, cut off with an ellipsis where it is wider than `room` in that size. Marks that
 * gnuplot or a shell might take for its own, quotes of all kinds, are apostrophes of print. */
void plot_text_quoted(FILE *out, const char *text, double size, double room);

/* The same as the label of a tick, which gnuplot takes for a format: a '%' is there what it is. */
void plot_text_tick(FILE *out, const char *text, double size, double room);

/* Behind a '#', as a line of a comment. */
void plot_text_comment(FILE *out, const char *text);

/* Lines of a text that is broken at its spaces to fit the room: the next of them, until the text's
 * end. Words that are too long for it stand alone. */
struct plot_line {
    const char *text;
    size_t bytes;
};
bool plot_text_line(const char **text, double size, double room, struct plot_line *line);

#endif
