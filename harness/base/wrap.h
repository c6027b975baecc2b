/* SPDX-License-Identifier: MIT */
/* wrap.h: lines as wide as what they are read on. */
#ifndef CLAIMCHECK_HARNESS_BASE_WRAP_H
#define CLAIMCHECK_HARNESS_BASE_WRAP_H

#include <stdio.h>

struct wrap {
    unsigned columns; /* of a line; 0: it is as long as it gets */
    unsigned used;    /* columns of the first line that are printed already */
    unsigned indent;  /* spaces before further lines */
};

/* A text without ends of lines, and the end of the line. It breaks between words, whose spaces go
 * there, and nowhere else: a path can be copied, and a line is longer where a word is. A character
 * takes one column. */
void wrap_print(FILE *out, const struct wrap *wrap, const char *text);

/* Lines, each wrapped for itself; what is further lines of one stands below its second column,
 * behind the first gap of two spaces, or a little further in than it. */
void wrap_lines(FILE *out, unsigned columns, char *text);

#endif
