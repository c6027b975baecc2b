/* SPDX-License-Identifier: MIT */
/* elapsed.h: a line on the terminal that counts the seconds of something long; nothing where stderr
 * is no terminal, or within the first second. One at a time. */
#ifndef CLAIMCHECK_HARNESS_CLI_ELAPSED_H
#define CLAIMCHECK_HARNESS_CLI_ELAPSED_H

/* `words`: "inspect: at work"; static storage. */
void elapsed_begin(const char *words);

/* Wipes the line. Does nothing where none was begun. */
void elapsed_end(void);

#endif
