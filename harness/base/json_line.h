/* SPDX-License-Identifier: MIT */
/* json_line.h: JSON objects over a socket, a line each. */
#ifndef CLAIMCHECK_HARNESS_BASE_JSON_LINE_H
#define CLAIMCHECK_HARNESS_BASE_JSON_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Takes over the reference. False when the other side is gone. */
bool json_line_write(int fd, json_t *object);

struct json_line_reader {
    int fd;
    bool ended; /* the other side is gone; whole lines may still be there */
    char *text; /* read so far */
    size_t size, capacity;
};

enum { JSON_LINE_BYTES_MAX = 1 << 28 };

/* Reads what there is, and waits when there is nothing. The other side counts as gone once it has
 * sent LINE_BYTES_MAX without the end of a line. */
void json_line_fill(struct json_line_reader *reader);

/* The next whole line; NULL when there is none yet. */
json_t *json_line_take(struct json_line_reader *reader);

/* The next line, waited for; NULL when the other side is gone. */
json_t *json_line_wait(struct json_line_reader *reader);

/* Plain memory of a process of the same executable, as text. */
json_t *json_line_bytes(const void *data, size_t size);

/* Leaves *data as it is when the text is none of that size. */
void json_line_bytes_read(const json_t *text, void *data, size_t size);

/* Text, which need not be UTF-8, bytes for bytes. */
json_t *json_line_text(const char *text);

/* malloc'ed. NULL when it is none. The second takes the digits of one. */
char *json_line_text_read(const json_t *text);
char *json_line_text_decode(const char *digits);

void json_line_finish(struct json_line_reader *reader);

#endif
