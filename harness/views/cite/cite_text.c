/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite_parts.h"

#include "harness/base/markup.h"
#include "harness/views/formats/export_markdown.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* As commands that every font has, and without a brace alone, which BibTeX would count. */
static const char *latex_of(uint32_t character)
{
    switch (character) {
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
    case '\'': return "'";
    case 0xFFFD: return "?";
    default: return NULL;
    }
}

static void latex_text(FILE *out, const char *text)
{
    for (uint32_t character; (character = markup_next(&text)) != 0;) {
        const char *command = latex_of(character);
        if (command)
            fputs(command, out);
        else
            markup_put(out, character);
    }
}

void cite_text(FILE *out, enum cite_format format, const char *text)
{
    if (format == CITE_MARKDOWN)
        export_markdown_text(out, text);
    else
        latex_text(out, text);
}

/* Ids have nothing but letters, digits, _ and full stops, of which LaTeX labels take all. */
void cite_key(FILE *out, const struct published *paper)
{
    fputs(paper->id, out);
    if (isfinite(paper->year))
        fprintf(out, "%.0f", paper->year);
}

/* The last word of a name that is one of a person; all of another. */
static const char *family(const char *author)
{
    const char *space = strrchr(author, ' ');
    return space && isupper((unsigned char)author[0]) ? space + 1 : author;
}

void cite_mark(FILE *out, enum cite_format format, const struct published *paper)
{
    if (format == CITE_LATEX) {
        fputs("\\cite{", out);
        cite_key(out, paper);
        fputc('}', out);
        return;
    }
    fputc('[', out);
    for (size_t i = 0; i < paper->author_count && i < 2; i++) {
        const bool others = i == 1 && paper->author_count > 2;
        fputs(others ? " et al." : i == 1 ? " and " : "", out);
        cite_text(out, format, others ? "" : family(paper->authors[i]));
    }
    if (isfinite(paper->year))
        fprintf(out, " %.0f", paper->year);
    fputc(']', out);
}
