/* SPDX-License-Identifier: MIT */
/*
 * document_stream.h: standard output for a document alone. While it is open, all that a command
 * prints there for people goes to standard error.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_DOCUMENT_STREAM_H
#define CLAIMCHECK_HARNESS_CLI_DOCUMENT_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct document_stream {
    int fd; /* what standard output was; -1: it is not open */
};

/* True for what --out means by standard output: "-". */
bool document_stream_is(const char *out);

/* Not open. */
struct document_stream document_stream_none(void);

/* Returns 0 or an errno; it is then not open. */
int document_stream_open(struct document_stream *stream);

/* Writes what a file holds. Returns 0 or an errno. */
int document_stream_copy(const struct document_stream *stream, const char *path);

/* Standard output is what it was. Accepts one that is not open. */
void document_stream_close(struct document_stream *stream);

/* The folder for what is written on the way, with a '/' at its end, malloc'ed: $TMPDIR or /tmp/. It
 * is not made: NULL with a one-line message where it is not there. */
char *document_stream_folder(void);

#endif
