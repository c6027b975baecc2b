/* SPDX-License-Identifier: MIT */
/* cite_parts.h: what a citation is made of; for the files of cite/ alone. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_CITE_CITE_PARTS_H
#define CLAIMCHECK_HARNESS_VIEWS_CITE_CITE_PARTS_H

#include "harness/views/cite/cite.h"

/* Entries of one paper, which lie behind each other, on a device. */
struct cite_paper {
    const struct claims_device *device;
    const struct published *paper;
    const struct claims_entry *entries; /* of all of its claims */
    size_t entry_count;
};

/* True of what a citation is about. */
bool cite_has(const struct cite *cite, const struct claims_entry *entry);

/* The first that is about an entry from *index on, which is then behind it. False behind the
 * last. */
bool cite_paper_next(const struct cite *cite, const struct claims_device *device, size_t *index,
                     struct cite_paper *paper);

/* A text of a file's or of ours: what the format would take for marks is text again. In LaTeX as
 * in BibTeX braces come in pairs, and what is no character is a question mark. */
void cite_text(FILE *out, enum cite_format format, const char *text);

/* Cites a paper: "\cite{weber2014}", "[Weber 2014]". */
void cite_mark(FILE *out, enum cite_format format, const struct published *paper);

/* Its key: "weber2014", without the year where that is not known. */
void cite_key(FILE *out, const struct published *paper);

/* "0.1.0, commit 755be1e41841"; of several runs all that they have. */
void cite_builds(FILE *out, enum cite_format format, const struct claims_device *device);

/* "2026-11-21 to 2026-11-22" */
void cite_dates(FILE *out, enum cite_format format, const struct claims_device *device);

/* "NVIDIA H100 (NVIDIA 580.159.04)" */
void cite_device(FILE *out, enum cite_format format, const struct claims_device *device);

void cite_sentence(FILE *out, const struct cite *cite, const struct cite_paper *paper);
void cite_table(FILE *out, const struct cite *cite, const struct cite_paper *paper);
void cite_bibliography(FILE *out, const struct cite *cite);

#endif
