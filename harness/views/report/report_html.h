/* SPDX-License-Identifier: MIT */
/* report_html.h: names and cells of a page. Texts of files go through these or markup_text(). */
#ifndef CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_HTML_H
#define CLAIMCHECK_HARNESS_VIEWS_REPORT_REPORT_HTML_H

#include <stdio.h>

/* A name of a file's, which may be of any script: apart from its neighbours. */
void report_html_name(FILE *out, const char *name);

/* "case-" and a name, as an id and behind the # of a link alike: what neither of them can have is
 * '~' and two digits. Two names have two ids. */
void report_html_id(FILE *out, const char *kind, const char *name);

/* The same behind a '#', in memory that is malloc'ed; NULL when that runs out. */
char *report_html_href(const char *kind, const char *name);

/* A link to it, with the name as its words. */
void report_html_link(FILE *out, const char *kind, const char *name, const char *words);

/* What a table of a terminal has in a cell, without its marks. */
void report_html_cell(FILE *out, const char *cell);

/* Lines of a text for people, those joined that were broken to fit a terminal. */
void report_html_lines(FILE *out, const char *text);

#endif
