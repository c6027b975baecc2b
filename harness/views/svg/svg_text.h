/* SPDX-License-Identifier: MIT */
/*
 * svg_text.h: text in a picture, none of which leaves its room. Whose font it will be is not known,
 * so widths are those of a wide one, DejaVu Sans, of which Verdana's are no larger; what is not
 * ASCII counts as wide as high.
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_TEXT_H
#define CLAIMCHECK_HARNESS_VIEWS_SVG_SVG_TEXT_H

#include <stdio.h>

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Where a text stands, in a size that the page gives it: its base line at y, its start, middle or
 * end at x, all of it from left to right. It is moved where it would leave that room, and cut off,
 * behind which stands an ellipsis, where it is too long for it. */
struct svg_text {
    double x, y, left, right, size;
    enum svg_anchor anchor;
    const char *style; /* a class of the page's; NULL: none */
};

/* Of the whole line, at most. */
double svg_text_width(const char *text, double size);

/* From where to where it then goes. */
void svg_text_extent(const struct svg_text *place, const char *text, double *start, double *end);

/* An element; nothing of a room that is too narrow for an ellipsis. */
void svg_text_print(FILE *out, const struct svg_text *place, const char *text);

/* A number of a position, in hundredths at most: the same everywhere. */
void svg_text_number(FILE *out, double number);

#endif
