/* SPDX-License-Identifier: MIT */
/*
 * printable.h: text of files and of drivers, for people. What a terminal would take for a command,
 * or show otherwise than it stands there, must not reach it: control characters, those that turn
 * the direction of writing or are not seen, and bytes that are no UTF-8. Texts are cleaned where
 * they are read (run/run_part.h), messages where they are printed (session/message.h).
 */
#ifndef CLAIMCHECK_HARNESS_BASE_PRINTABLE_H
#define CLAIMCHECK_HARNESS_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdio.h>

/* In place: white space becomes a space, every other of these characters and bytes '?'. */
void printable_clean(char *text);

/* Cleans a log: ends of lines and tabs stay. */
void printable_clean_lines(char *text);

/* Writes it as printable_clean() makes it. */
void printable_write(FILE *out, const char *text);

/* False where the above would change something. */
bool printable_is(const char *text);

#endif
