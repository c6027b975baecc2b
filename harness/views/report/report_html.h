/* SPDX-License-Identifier: MIT */
/* report_html.h: links and cells of a page. Texts of files go through these, sheet_escape.h or
 * markup_text(). */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_HTML_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_HTML_H

#include "harness/views/sheet/sheet_escape.h"

#include <stdio.h>

/* "#" and an id as sheet_escape_id() writes it, malloc'ed; NULL when memory runs out, for `out`
 * then, too (text.h). */
char *report_html_href(FILE *out, const char *kind, const char *name);

/* A link to it, with the name as its words. */
void report_html_link(FILE *out, const char *kind, const char *name, const char *words);

/* What a table of a terminal has in a cell, without its marks. */
void report_html_cell(FILE *out, const char *cell);

/* Lines of a text for people, those joined that were broken to fit a terminal. */
void report_html_lines(FILE *out, const char *text);

#endif
