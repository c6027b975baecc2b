/* SPDX-License-Identifier: MIT */
/* view_page.h: documents as one page of HTML that needs nothing else: viewer/ with their data in
 * it. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_PAGE_H
#define CLAIMCHECK_HARNESS_VIEWS_VIEW_VIEW_PAGE_H

#include <jansson.h>

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
