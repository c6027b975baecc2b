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

enum cite_format { CITE_MARKDOWN, CITE_LATEX, CITE_BIBTEX };

struct cite {
    const struct claims *claims;         /* papers are those of which a claim was measured */
    const struct published_claim *claim; /* this one alone; NULL: all */
    enum cite_format format;
    bool brief; /* in Markdown: sentences alone, no tables and no BibTeX */
};

void cite_print(FILE *out, const struct cite *cite);

/* ---------------------------------------------------------------------------------------------- */

/* Entries of one paper, which lie behind each other, on a device. */
struct cite_paper {
    const struct claims_device *device;
    const struct published *paper;
    const struct claims_entry *entries; /* of all of its claims */
    size_t entry_count;
};

/* The first that is about an entry from *index on, which is then behind it. False behind the
 * last. */
bool cite_paper_next(const struct cite *cite, const struct claims_device *device, size_t *index,
                     struct cite_paper *paper);

#endif
