/* SPDX-License-Identifier: MIT */
/*
 * cite.h: what a text that rests on runs says of them: a sentence per device and paper, the claims
 * as a table, and the entries of a bibliography. No figure is computed here.
 *
 *   MARKDOWN  sentences, tables, and the bibliography as a block of code
 *   LATEX     sentences and tables, which cite the keys of the bibliography; needs no package
 *   BIBTEX    the bibliography alone
 */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CITE_CITE_H
#define CLAIMCHECK_HARNESS_VIEWS_CITE_CITE_H

#include "harness/analysis/claims/claims.h"

#include <stdio.h>

enum cite_format { CITE_MARKDOWN, CITE_LATEX, CITE_BIBTEX, CITE_FORMAT_COUNT };

/* "markdown", ... Static storage. */
const char *cite_format_name(enum cite_format format);

struct cite {
    const struct claims *claims;         /* papers are those of which a claim was measured */
    const struct published_claim *claim; /* this one alone; NULL: all */
    enum cite_format format;
};

void cite_print(FILE *out, const struct cite *cite);

#endif
