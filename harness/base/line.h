/* SPDX-License-Identifier: MIT */
/* line.h: JSON objects over a socket, a line each. */
#ifndef CLAIMCHECK_HARNESS_BASE_LINE_H
#define CLAIMCHECK_HARNESS_BASE_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Takes over the reference. False when the other side is gone, or memory runs out. */
bool line_write(int fd, json_t *object);

struct line_reader {
    int fd;
    bool ended; /* the other side is gone; whole lines may still be there */
    char *text; /* read so far */
    size_t size, capacity;
};

enum { LINE_BYTES_MAX = 1 << 28 };

/* Reads what there is, and waits when there is nothing. The other side counts as gone once it has
 * sent LINE_BYTES_MAX without the end of a line. */
void line_fill(struct line_reader *reader);

/* The next whole line; NULL when there is none yet. */
json_t *line_take(struct line_reader *reader);

/* The next line, waited for; NULL when the other side is gone. */
json_t *line_wait(struct line_reader *reader);

/* Plain memory of a process of the same executable, as text. NULL when memory runs out. */
json_t *line_bytes(const void *data, size_t size);

/* Leaves *data as it is when the text is none of that size. */
void line_bytes_read(const json_t *text, void *data, size_t size);

/* Text, which need not be UTF-8, bytes for bytes. NULL when memory runs out. */
json_t *line_text(const char *text);

/* malloc'ed. NULL when it is none, or memory runs out. */
char *line_text_read(const json_t *text);

void line_finish(struct line_reader *reader);

#endif
