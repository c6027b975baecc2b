/* SPDX-License-Identifier: MIT */
/* view.h: the document of a page. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_H
#define CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_H

#include "harness/analysis/claims/claims.h"
#include "harness/record/record.h"

/* ---------------------------------------------------------------------------------------------- */

/*
 * view: runs of one device, judged, as one document that has all that a page draws, and the page
 * itself. results/view.schema.json has the members. Every number is of the run or of analysis/;
 * whoever draws the document computes none.
 */

/* A picture of what a technique computes. */
struct view_picture {
    const char *technique;
    const char *words; /* that `inspect` draws it by; NULL: it is a folder's */
    const char *png;
    size_t bytes;
};

/* The source of a document. All of it outlives the call. */
struct view_source {
    const struct claims *claims;
    size_t device; /* an index of claims->devices */
    const struct published_list *published;
    const struct catalogue *catalogue;
    const struct view_picture *pictures;
    size_t picture_count;
    const json_t *trace; /* by claimcheck trace; NULL */
};

/* Identical runs make identical documents. A new reference. */
json_t *view_document(const struct view_source *source);

/* The text of a document: numbers with six digits. malloc'ed. */
char *view_dump(const json_t *document);

/* ---------------------------------------------------------------------------------------------- */

/* view_page: documents as one page of HTML that needs nothing else: viewer/ with their data in
 * it. */

/* The page, malloc'ed, and how many bytes it has. Without JavaScript it says the sentences. Its
 * policy allows its own scripts alone. Identical documents make identical bytes. */
char *view_page(json_t *const *documents, size_t count, size_t *bytes);

/* The folder viewer/ as a page with {{places}} for what a page is of, and its modules as one
 * script; made by viewer/join.sh and embed.sh. */
struct view_viewer {
    const char *name; /* "page.part", "script.part"; NULL ends the list */
    const char *text;
    size_t bytes;
};

extern const struct view_viewer view_viewer[];

#endif
