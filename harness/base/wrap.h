/* SPDX-License-Identifier: MIT */
/*
 * wrap.h: lines as wide as what they are read on. A character takes the columns that a terminal
 * gives it: none for what combines with the character before, two for wide ones, one for all
 * others; none for control characters below WRAP_MARKS, which whoever prints may give a meaning.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_WRAP_H
#define CLAIMCHECK_HARNESS_BASE_WRAP_H

#include "harness/base/text.h"
#include "harness/os/stream.h"

enum { WRAP_MARKS = 6 };

/* Columns of so many bytes, or of the text where it ends before. */
unsigned wrap_width(const char *text, size_t bytes);

/* The width by which printf pads a text to so many columns, as it counts bytes. */
int wrap_pad(const char *text, int columns);

/* Bytes that fit into so many columns: up to a space, or else behind a slash, or else as many as
 * there is room for, one character at least. */
size_t wrap_fit(const char *text, unsigned columns);

struct wrap {
    unsigned columns; /* of a line; 0: it is as long as it gets */
    unsigned used;    /* columns of the line that are printed already */
    unsigned indent;  /* spaces before further lines */
    bool cuts;        /* breaks words that are wider than a line, too */
    bool begun;       /* the line may break before the next word */
};

/* The next output: as many spaces, or an end of line and the indent, and then these bytes. */
struct wrap_piece {
    const char *text;
    size_t bytes;
    unsigned spaces;
    bool breaks;
};

/* Takes the next word off the text, which has no ends of lines, or as much of it as fits. Lines
 * break between words, whose spaces go there. False at the end. */
bool wrap_next(struct wrap *wrap, const char **text, struct wrap_piece *piece);

/* The text, and the end of the line. Unless words are cut, a path can be copied, and a line is
 * longer where a word is. */
void wrap_print(FILE *out, const struct wrap *wrap, const char *text);

/* Lines, each wrapped for itself; what is further lines of one stands below its second column,
 * behind the first gap of two spaces, or a little further in than it. */
void wrap_lines(FILE *out, unsigned columns, char *text);

/* Standard output of a part of the program, in lines of so many columns. */
struct wrap_output {
    struct os_stream_output output;
    unsigned columns; /* 0: nothing is wrapped */
};

/* Until wrap_output_end(), stdout takes what is printed in memory. columns 0: stdout is as it
 * was. */
void wrap_output_begin(struct wrap_output *wrapped, unsigned columns);

/* Prints what there is. */
void wrap_output_end(struct wrap_output *wrapped);

#endif
