/* SPDX-License-Identifier: MIT */
#include "harness/views/sheet/sheet_escape.h"

#include "harness/base/markup.h"
#include "harness/views/sheet/sheet.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

void sheet_escape_markdown(FILE *out, const char *text)
{
    bool word = false; /* the character before is of a word */
    for (uint32_t c; (c = markup_next(&text)) != 0;) {
        const bool within = word && isalnum((unsigned char)*text);
        if (c < 0x80 && (strchr("\\`*|<>[]~", (int)c) || (c == '_' && !within)))
            fputc('\\', out);
        markup_put_plain(out, c);
        word = c < 0x80 && isalnum((int)c);
    }
}

/* The longest row of back quotes. */
static size_t ticks_longest(const char *text, const char *end)
{
    size_t longest = 0, length = 0;
    for (; text < end; text++) {
        length = *text == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void ticks_write(FILE *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputc('`', out);
}

/* A space keeps its own back quotes from those around it. */
static void code_write(FILE *out, const char *text, size_t length)
{
    const char *end = text + length;
    const size_t ticks = 1 + ticks_longest(text, end);
    const char *pad = length > 0 && (*text == '`' || end[-1] == '`') ? " " : "";
    bool behind = false;
    ticks_write(out, ticks);
    fputs(pad, out);
    while (text < end) {
        const uint32_t c = markup_next(&text);
        fputs(c == '|' && !behind ? "\\" : "", out);
        markup_put_plain(out, c == '|' && behind ? 0xA6 : c);
        behind = c == '\\';
    }
    fputs(pad, out);
    ticks_write(out, ticks);
}

void sheet_escape_code(FILE *out, const char *text)
{
    for (size_t length; *text; text += length + (text[length] != 0)) {
        length = strcspn(text, SHEET_UNIT);
        if (length > 0)
            code_write(out, text, length);
        fputs(length > 0 && text[length] ? "; " : "", out);
    }
}

void sheet_escape_fence(FILE *out, const char *language, const char *text)
{
    const size_t longest = ticks_longest(text, text + strlen(text));
    const size_t ticks = longest < 3 ? 3 : longest + 1;
    ticks_write(out, ticks);
    fprintf(out, "%s\n", language);
    for (uint32_t c; (c = markup_next(&text)) != 0;)
        markup_put_plain(out, c);
    fputc('\n', out);
    ticks_write(out, ticks);
    fputc('\n', out);
}

/* A command that every font has, and no brace alone; NULL for a character that stays. */
static const char *latex_of(uint32_t c)
{
    switch (c) {
    case '\\': return "\\textbackslash{}";
    case '{': return "\\textbraceleft{}";
    case '}': return "\\textbraceright{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "''";
    case '$': return "\\$";
    case '&': return "\\&";
    case '#': return "\\#";
    case '_': return "\\_";
    case '%': return "\\%";
    case 0xFFFD: return "?";
    default: return NULL;
    }
}

void sheet_escape_latex(FILE *out, const char *text)
{
    for (uint32_t c; (c = markup_next(&text)) != 0;)
        if (latex_of(c))
            fputs(latex_of(c), out);
        else
            markup_put_plain(out, c);
}

void sheet_escape_csv(FILE *out, const char *text)
{
    const bool quoted = text[strcspn(text, ",\"\r\n")] != 0;
    fputs(quoted ? "\"" : "", out);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"" : "", out);
        fputc(*text, out);
    }
    fputs(quoted ? "\"" : "", out);
}

void sheet_escape_csv_number(FILE *out, double number)
{
    if (isfinite(number))
        fprintf(out, "%.17g", number);
}
