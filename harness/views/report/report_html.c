/* SPDX-License-Identifier: MIT */
#include "harness/views/report/report_page.h"

#include "harness/base/markup.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/record/catalogue.h"
#include "harness/views/table/table_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const report_file_names[REPORT_PART_COUNT] = { "index.html", "cases.html" };

/* The address up to the id; nothing where the page has it itself. */
static const char *file_of(const struct report_page *page, const char *kind)
{
    const bool cases = strcmp(kind, "case-") == 0 || strcmp(kind, "kernel-") == 0;
    const enum report_part part = cases                         ? REPORT_CASES
                                  : strcmp(kind, "claim-") == 0 ? REPORT_FIRST
                                                                : page->part;
    return part == page->part ? "" : report_file_names[part];
}

static void address_print(FILE *out, const struct report_page *page, const char *kind,
                          const char *name)
{
    fprintf(out, "%s#", file_of(page, kind));
    sheet_escape_id(out, kind, name);
}

char *report_html_href(const struct report_page *page, const char *kind, const char *name)
{
    struct text text = { 0 };
    FILE *memory = text_stream(&text);
    address_print(memory, page, kind, name);
    text_stream_close(memory);
    return text_take(&text);
}

void report_html_link(const struct report_page *page, const char *kind, const char *name,
                      const char *words)
{
    fputs("<a href=\"", page->out);
    address_print(page->out, page, kind, name);
    fputs("\">", page->out);
    sheet_escape_html(page->out, words);
    fputs("</a>", page->out);
}

void report_html_id(FILE *out, const char *kind, const char *name)
{
    fputs(" id=\"", out);
    sheet_escape_id(out, kind, name);
    fputc('"', out);
}

/* A space before × and % breaks no line. */
void report_html_say(FILE *out, const char *text)
{
    const char *begin = text;
    for (const char *at = text; *at; at++)
        if (*at == ' ' && (at[1] == '%' || strncmp(at + 1, "\xC3\x97", 2) == 0)) {
            char *part = need(strndup(begin, (size_t)(at - begin)));
            markup_text(out, part);
            fputs("\xC2\xA0", out);
            free(part);
            begin = at + 1;
        }
    markup_text(out, begin);
}

void report_html_part(FILE *out, const char *before, struct text *text, const char *after)
{
    if (*text_string(text)) {
        fputs(before, out);
        report_html_say(out, text_string(text));
        fputs(after, out);
    }
    text_finish(text);
}

void report_html_title(const struct report_page *page, const char *technique)
{
    const struct catalogue *catalogue = page->source->catalogue;
    const char *title = catalogue->title(catalogue->techniques, technique);
    sheet_escape_html(page->out, title ? title : technique);
}

void report_html_base64(FILE *out, const unsigned char *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < count ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            fputc(i + k > count ? '=' : digits[word >> (18 - 6 * k) & 63], out);
    }
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
    char *lines = need_copy(text), *rest = lines;
    bool first = true;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        if (!*line)
            continue;
        if (!first)
            fputc(goes_on(line) ? ' ' : '\n', out);
        markup_text(out, line + strspn(line, " "));
        first = false;
    }
    free(lines);
}
