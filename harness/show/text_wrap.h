/* SPDX-License-Identifier: MIT */
/* text_wrap.h: sentences in lines of a width. */
#ifndef CLAIMCHECK_HARNESS_SHOW_TEXT_WRAP_H
#define CLAIMCHECK_HARNESS_SHOW_TEXT_WRAP_H

#include <stdio.h>

enum { TEXT_WRAP_COLUMNS = 80 };

/* The text behind `head`, which stands as it is, in lines of at most 80 columns, the others
 * indented as far as the head goes. A word that is longer than a line is broken before a slash or a
 * comma, where it has one. Control characters become blanks. */
void text_wrap_print(FILE *out, const char *head, const char *text);

#endif
