/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite_parts.h"

#include "harness/views/sheet/sheet_escape.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

void cite_text(FILE *out, enum cite_format format, const char *text)
{
    if (format == CITE_MARKDOWN)
        sheet_escape_markdown(out, text);
    else
        sheet_escape_latex(out, text);
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
