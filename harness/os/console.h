/* SPDX-License-Identifier: MIT */
/* console.h: whether a descriptor leads to a person, and how wide it is. */
#ifndef CLAIMCHECK_HARNESS_OS_CONSOLE_H
#define CLAIMCHECK_HARNESS_OS_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

enum { CONSOLE_OUTPUT = 1, CONSOLE_ERROR = 2 }; /* descriptors of standard output and error */

/* Has the standard streams pass bytes as they are, and consoles read them as UTF-8. */
void console_prepare(void);

bool console_is(int descriptor);

/* Returns whether the stream is a terminal. */
bool console_is_stream(FILE *stream);

/* Columns of the terminal behind the descriptor; 0 where it is none, or does not say. */
unsigned console_columns(int descriptor);

#endif
