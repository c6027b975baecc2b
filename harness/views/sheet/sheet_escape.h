/* SPDX-License-Identifier: MIT */
/* sheet_escape.h: a text of a file's or of ours within a document: what the style would take for a
 * mark is text again. What is no UTF-8, and what is not seen, becomes U+FFFD, but in CSV, which
 * holds what there is. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_ESCAPE_H
#define CLAIMCHECK_HARNESS_VIEWS_SHEET_SHEET_ESCAPE_H

#include <stdio.h>

/* Within a line or a cell. An underscore within a word is no mark. */
void sheet_escape_markdown(FILE *out, const char *text);

/* Code within a line or a cell, several where SHEET_UNIT stands. A mark of a column behind a
 * backslash could not be told from one that ends the cell, so it becomes a broken bar. */
void sheet_escape_code(FILE *out, const char *text);

/* A block of code in a language, which no mark of the text can end. */
void sheet_escape_fence(FILE *out, const char *language, const char *text);

/* Braces come in pairs, as BibTeX counts them. */
void sheet_escape_latex(FILE *out, const char *text);

/* RFC 4180: a field, in quotes where it needs them. */
void sheet_escape_csv(FILE *out, const char *text);

/* With all its digits; nothing unless it is finite. */
void sheet_escape_csv_number(FILE *out, double number);

#endif
