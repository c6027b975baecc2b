/* SPDX-License-Identifier: MIT */
#include "harness/views/svg/svg_chart.h"

#include "harness/base/markup.h"

#include <math.h>

/* Widths of ' ' to '~', in hundredths of the size, rounded up. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 46, 70, 56, 87, 75, 79,
    61, 79, 70, 68, 62, 74, 69, 99, 69,  62, 69, 46, 46, 46, 84, 64, 64, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 35, 60, 28, 98, 64, 62, 64,  64, 43, 53, 40, 64, 60, 82, 60, 60, 53, 64, 46, 64, 84
};
static const char ellipsis[] = "\xE2\x80\xA6";

static double character_width(uint32_t c)
{
    return c >= ' ' && c <= '~' ? widths[c - ' '] / 100.0 : 1.0;
}

double svg_text_width(const char *text, double size)
{
    double width = 0;
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text))
        width += character_width(c) * size;
    return width;
}

void svg_text_number(FILE *out, double number)
{
    const double hundredths = round(100 * number);
    char text[32];
    int used = snprintf(text, sizeof(text), "%.2f", hundredths == 0 ? 0 : hundredths / 100);
    while (used > 0 && text[used - 1] == '0')
        text[--used] = 0;
    if (used > 0 && text[used - 1] == '.')
        text[--used] = 0;
    fputs(text, out);
}

static void cut_print(FILE *out, const char *text, double size, double room)
{
    double width = svg_text_width(ellipsis, size);
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text)) {
        width += character_width(c) * size;
        if (width > room)
            break;
        markup_put(out, c);
    }
    fputs(ellipsis, out);
}

void svg_text_extent(const struct svg_text *place, const char *text, double *start, double *end)
{
    const double room = place->right - place->left, whole = svg_text_width(text, place->size);
    const double width = whole <= room ? whole : room;
    *start = place->x - place->anchor / 2.0 * width;
    *start = fmax(place->left, fmin(*start, place->right - width));
    *end = *start + width;
}

void svg_text_print(FILE *out, const struct svg_text *place, const char *text)
{
    static const char *const anchors[] = { "", "middle", "end" };
    const double room = place->right - place->left, whole = svg_text_width(text, place->size);
    double start, end;
    if (!*text || (whole > room && room < svg_text_width(ellipsis, place->size)))
        return;
    svg_text_extent(place, text, &start, &end);
    fputs("<text x=\"", out);
    svg_text_number(out, start + place->anchor / 2.0 * (end - start));
    fputs("\" y=\"", out);
    svg_text_number(out, place->y);
    fputc('"', out);
    if (place->anchor != SVG_START)
        fprintf(out, " text-anchor=\"%s\"", anchors[place->anchor]);
    if (place->style)
        fprintf(out, " class=\"%s\"", place->style);
    fputc('>', out);
    if (whole <= room) {
        markup_text(out, text);
    } else {
        cut_print(out, text, place->size, room);
        fputs("<title>", out);
        markup_text(out, text);
        fputs("</title>", out);
    }
    fputs("</text>", out);
}
