/* SPDX-License-Identifier: MIT */
#include "harness/views/sheet/sheet_escape.h"

#include "harness/base/markup.h"

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

void sheet_escape_html(FILE *out, const char *text)
{
    bool ascii = true;
    for (const char *at = text; *at; at++)
        ascii = ascii && (unsigned char)*at < 0x80;
    fputs(ascii ? "" : "<bdi>", out);
    markup_text(out, text);
    fputs(ascii ? "" : "</bdi>", out);
}

void sheet_escape_id(FILE *out, const char *kind, const char *name)
{
    fputs(kind, out);
    for (; *name; name++)
        if (isalnum((unsigned char)*name) || strchr("-_.:/", *name))
            fputc(*name, out);
        else
            fprintf(out, "~%02X", (unsigned char)*name);
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
