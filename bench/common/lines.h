/* SPDX-License-Identifier: MIT */
/*
 * lines.h: a file of text, line by line, in bounded memory, as editors of all systems save it. Byte
 * order marks before a line are skipped, lines end with LF, CR LF or CR, and a backslash at the end
 * of a line, but for blanks, joins it to the next one, if any, unless it is in a comment.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_LINES_H
#define CLAIMCHECK_BENCH_COMMON_LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LINES_BYTES_MAX = 1 << 16, LINES_MAX = 1 << 28 };

struct lines {
    FILE *file;
    char comment;  /* what begins a comment, which ends with the line and is left out; 0: nothing */
    size_t number; /* where the line that was read last begins in the file, from 1; 0 at the end */
    size_t read;   /* lines of the file that were begun */
    char text[LINES_BYTES_MAX];
};

/*
 * Reads the next line into `text`, without its end. 1, 0 at the end of the file, or -1 with a
 * reason: it cannot be read, is no text (a byte of 0, UTF-16), or has a line of LINES_BYTES_MAX
 * bytes or more than LINES_MAX lines. Of what cannot be read, `number` is 0.
 */
int lines_next(struct lines *lines, const char **reason);

#endif
