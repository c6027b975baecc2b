/* SPDX-License-Identifier: MIT */
/*
 * lines.h: a file of text, line by line, in bounded memory, as editors of all systems save it. Byte
 * order marks before a line are skipped, lines end with LF, CR LF or CR, and a backslash at the end
 * of a line, but for blanks, joins it to the next one, if any, unless it is in a comment.
 */
#ifndef CLAIMCHECK_BENCH_COMMON_LINES_H
#define CLAIMCHECK_BENCH_COMMON_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LINES_BYTES_MAX = 1 << 16, LINES_MAX = 1 << 28 };

struct lines {
    FILE *file; /* NULL: it could not be opened, which has left an errno */
    const char *path;
    char comment;  /* what begins a comment, which ends with the line and is left out; 0: nothing */
    size_t number; /* where the line that was read last begins in the file, from 1; 0 at the end */
    size_t read;   /* lines of the file that were begun */
    bool failed;
    char text[LINES_BYTES_MAX];
};

/*
 * Reads the next line into `text`, without its end. False at the end of the file, and with a
 * message where it has failed: the file cannot be read, is no text (a byte of 0, UTF-16), or has a
 * line of LINES_BYTES_MAX bytes or more than LINES_MAX lines. `number` is 0 of what cannot be read.
 */
bool lines_next(struct lines *lines);

/* False with the message "PATH:LINE: what", of the line that was read last, or "PATH: what". */
bool lines_trouble(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
