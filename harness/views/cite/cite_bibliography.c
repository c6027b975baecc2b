/* SPDX-License-Identifier: MIT */
#include "harness/views/cite/cite_parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* An entry's field; braces keep its capitals where it is a title. */
static void field_begin(FILE *out, const char *name)
{
    fprintf(out, ",\n  %-12s = {", name);
}

static void field_print(FILE *out, const char *name, const char *text)
{
    if (!*text)
        return;
    field_begin(out, name);
    cite_text(out, CITE_BIBTEX, text);
    fputc('}', out);
}

/* Says whether an author is a person; other names stay in one piece. */
static bool is_person(const char *author)
{
    return isupper((unsigned char)author[0]) && !strchr(author, '(');
}

static void authors_print(FILE *out, const struct published *paper)
{
    field_begin(out, "author");
    for (size_t i = 0; i < paper->author_count; i++) {
        const bool person = is_person(paper->authors[i]);
        fputs(i > 0 ? " and " : "", out);
        fputs(person ? "" : "{", out);
        cite_text(out, CITE_BIBTEX, paper->authors[i]);
        fputs(person ? "" : "}", out);
    }
    fputc('}', out);
}

static void paper_print(FILE *out, const struct published *paper)
{
    fputs("\n@misc{", out);
    cite_key(out, paper);
    field_begin(out, "title");
    fputc('{', out);
    cite_text(out, CITE_BIBTEX, paper->title);
    fputs("}}", out);
    authors_print(out, paper);
    if (isfinite(paper->year)) {
        field_begin(out, "year");
        fprintf(out, "%.0f}", paper->year);
    }
    field_print(out, "howpublished", paper->kind);
    field_print(out, "doi", paper->doi);
    field_print(out, "note", isfinite(paper->year) ? "" : "undated");
    fputs("\n}\n", out);
}

static void program_print(FILE *out, const struct claims *claims)
{
    fputs("@misc{claimcheck,\n  title        = {{claimcheck: benchmarks that re-measure published "
          "GPU techniques}},\n  author       = {{the claimcheck authors}}",
          out);
    if (claims->device_count > 0) {
        char year[5];
        const struct run *run = claims->devices[0].runs[0];
        snprintf(year, sizeof(year), "%s", run->session.started);
        field_print(out, "year", strspn(year, "0123456789") == 4 ? year : "");
    }
    field_print(out, "howpublished", "software");
    for (size_t i = 0; i < claims->device_count; i++) {
        if (i == 0)
            field_begin(out, "note");
        fputs(i == 0 ? "version " : "; ", out);
        cite_builds(out, CITE_BIBTEX, &claims->devices[i]);
    }
    fputs(claims->device_count > 0 ? "}\n}\n" : "\n}\n", out);
}

/* On a device before that one. */
static bool has_before(const struct cite *cite, size_t index, const struct published *wanted)
{
    struct cite_paper paper;
    for (size_t i = 0; i < index; i++)
        for (size_t k = 0; cite_paper_next(cite, &cite->claims->devices[i], &k, &paper);)
            if (paper.paper == wanted)
                return true;
    return false;
}

void cite_bibliography(FILE *out, const struct cite *cite)
{
    struct cite_paper paper;
    program_print(out, cite->claims);
    for (size_t i = 0; i < cite->claims->device_count; i++)
        for (size_t k = 0; cite_paper_next(cite, &cite->claims->devices[i], &k, &paper);)
            if (!has_before(cite, i, paper.paper))
                paper_print(out, paper.paper);
}
