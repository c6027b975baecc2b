/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/markup.h"
#include "harness/base/text.h"
#include "harness/views/table/table_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char *report_html_href(FILE *out, const char *kind, const char *name)
{
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    if (memory) {
        fputc('#', memory);
        sheet_escape_id(memory, kind, name);
    }
    text_stream_close(memory, &text, out);
    return text_take(&text);
}

void report_html_link(FILE *out, const char *kind, const char *name, const char *words)
{
    fputs("<a href=\"#", out);
    sheet_escape_id(out, kind, name);
    fputs("\">", out);
    sheet_escape_html(out, words);
    fputs("</a>", out);
}

void report_html_cell(FILE *out, const char *cell)
{
    for (; *cell; cell++)
        if (*cell == TABLE_TIE[0])
            fputs("\xC2\xA0", out);
        else if (!strchr(TABLE_BOLD TABLE_RED TABLE_GREEN TABLE_YELLOW TABLE_PLAIN, *cell)) {
            char one[8] = { *cell };
            size_t used = 1;
            while (((unsigned char)cell[1] & 0xC0) == 0x80 && used + 1 < sizeof(one))
                one[used++] = *++cell;
            markup_text(out, one);
        }
}

/* Where a line begins that goes on with the one before: it stands further in. */
static bool goes_on(const char *line)
{
    enum { INDENT = 2 };
    return strspn(line, " ") > INDENT;
}

void report_html_lines(FILE *out, const char *text)
{
    char *lines = strdup(text), *rest = lines;
    bool first = true;
    for (char *line = lines ? strsep(&rest, "\n") : NULL; line; line = strsep(&rest, "\n")) {
        if (!*line)
            continue;
        if (!first)
            fputc(goes_on(line) ? ' ' : '\n', out);
        markup_text(out, line + strspn(line, " "));
        first = false;
    }
    if (!lines)
        text_stream_break(out);
    free(lines);
}
