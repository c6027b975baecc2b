/* SPDX-License-Identifier: MIT */
/* table_text.h: text of a table: cells, and lines that end where the terminal does. */
#ifndef CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_TEXT_H
#define CLAIMCHECK_HARNESS_VIEWS_TABLE_TABLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Marks within a text: what follows is so, up to the end mark. They take no room. */
#define TABLE_BOLD "\x01"
#define TABLE_RED "\x02"
#define TABLE_GREEN "\x03"
#define TABLE_YELLOW "\x04"
#define TABLE_PLAIN "\x05"

/* A space at which no line breaks. */
#define TABLE_TIE "\x06"

enum { TABLE_CELL_BYTES = 1024 };

/* Lines that are printed; zero at the start but for the first three. */
struct table_text {
    FILE *out;
    unsigned columns; /* 0: a line is as long as it gets */
    bool colours;     /* else marks print as nothing */
    unsigned column;  /* where the next character stands */
    unsigned lines;   /* that have ended */
};

/* Columns that a terminal needs: wrap_width() of all of it. */
unsigned table_text_width(const char *text);

/* Appends to a cell, behind the separator where that is not empty. What does not fit is cut off,
 * between characters. */
void table_text_add(char cell[TABLE_CELL_BYTES], const char *separator, const char *text);

/* Text of a document: escape sequences, line ends and marks in it must not reach the terminal. */
void table_text_clean(char *cell);

/* Number and unit stay together: its spaces are tied. */
void table_text_tie(char *cell);

/* Takes the marks out, and unties spaces. */
void table_text_unmark(char *cell);

/* As it stands. */
void table_text_put(struct table_text *text, const char *string);
void table_text_pad(struct table_text *text, unsigned column); /* up to that column */
void table_text_end(struct table_text *text);                  /* of the line */

/* Word by word, from the column where it is, or behind a space there where the text begins with
 * one; further lines begin at column `indent`. */
void table_text_wrap(struct table_text *text, const char *words, unsigned indent);

enum { TABLE_TEXT_COLUMNS = 80 };

/* Sentences in lines of 80 columns: the words behind `head`, which is not broken, further lines
 * indented as far as the head goes. At most TABLE_CELL_BYTES of either, even of a document. */
void table_text_print(FILE *out, const char *head, const char *words);

#endif
