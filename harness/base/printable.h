/* SPDX-License-Identifier: MIT */
/*
 * printable.h: text of files and of drivers, for people. What a terminal would take for a command,
 * control characters of one byte and of two, must not reach it: texts are cleaned where they are
 * read (run/run_part.h), messages where they are printed (session/message.h).
 */
#ifndef CLAIMCHECK_HARNESS_BASE_PRINTABLE_H
#define CLAIMCHECK_HARNESS_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdio.h>

/* In place: white space becomes a space, every other control character '?'. */
void printable_clean(char *text);

/* The same, but for ends of lines and tabs, which stay: a log. */
void printable_clean_lines(char *text);

/* Writes it as printable_clean() makes it. */
void printable_write(FILE *out, const char *text);

/* False where the above would change something. */
bool printable_is(const char *text);

#endif
