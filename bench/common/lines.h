/* SPDX-License-Identifier: MIT */
/* lines.h: a file of text, line by line, in bounded memory. */
#ifndef CLAIMCHECK_BENCH_COMMON_LINES_H
#define CLAIMCHECK_BENCH_COMMON_LINES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LINES_BYTES_MAX = 1 << 16, LINES_MAX = 1 << 28 };

struct lines {
    FILE *file;
    size_t number; /* of the line that was read last, from 1; 0 at the end */
    char text[LINES_BYTES_MAX];
};

/*
 * Reads the next line into `text`, without its end. 1, 0 at the end of the file, or -1 with a
 * reason: it cannot be read, is no text (a byte of 0), or has a line of LINES_BYTES_MAX bytes or
 * more than LINES_MAX lines. Of what cannot be read, `number` is 0.
 */
int lines_next(struct lines *lines, const char **reason);

#endif
