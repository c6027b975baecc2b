/* SPDX-License-Identifier: MIT */
#include "harness/views/plot/plot_text.h"

#include "harness/base/markup.h"
#include "harness/views/svg/svg_text.h"

#include <string.h>

enum { APOSTROPHE = 0x2019, ELLIPSIS = 0x2026 };

static uint32_t harmless(uint32_t c)
{
    return c == '\'' || c == '`' || c == '"' ? APOSTROPHE : c;
}

static double width_of(uint32_t c, double size)
{
    char text[2] = { (char)c, 0 };
    return c >= ' ' && c < 0x7F ? svg_text_width(text, size) : size;
}

/* `percent` stands for a '%'. */
static void quoted_put(FILE *out, const char *text, double size, double room, const char *percent)
{
    const bool whole = svg_text_width(text, size) <= room;
    double width = whole ? 0 : size;
    fputc('\'', out);
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text)) {
        width += width_of(c, size);
        if (!whole && width > room)
            break;
        if (c == '%')
            fputs(percent, out);
        else
            markup_put_plain(out, harmless(c));
    }
    if (!whole)
        markup_put_plain(out, ELLIPSIS);
    fputc('\'', out);
}

void plot_text_quoted(FILE *out, const char *text, double size, double room)
{
    quoted_put(out, text, size, room, "%");
}

void plot_text_tick(FILE *out, const char *text, double size, double room)
{
    quoted_put(out, text, size, room, "%%");
}

void plot_text_comment(FILE *out, const char *text)
{
    fputs("# ", out);
    for (uint32_t c = markup_next(&text); c; c = markup_next(&text))
        markup_put_plain(out, harmless(c));
    fputc('\n', out);
}

bool plot_text_line(const char **text, double size, double room, struct plot_line *line)
{
    double width = 0;
    *text += strspn(*text, " ");
    const char *at = *text, *end = at;
    while (*at) {
        double own = 0;
        while (*at && *at != ' ')
            own += width_of(markup_next(&at), size);
        if (end > *text && width + own > room)
            break;
        width += own;
        end = at;
        for (; *at == ' '; at++)
            width += width_of(' ', size);
    }
    *line = (struct plot_line){ *text, (size_t)(end - *text) };
    *text = end;
    return line->bytes > 0;
}
