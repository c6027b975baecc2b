/* SPDX-License-Identifier: MIT */
/* stream.h: streams of the C library that read from memory, or write to it. */
#ifndef CLAIMCHECK_HARNESS_OS_STREAM_H
#define CLAIMCHECK_HARNESS_OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef void os_stream_take_fn(void *context, const char *bytes, size_t count);

/* A stream whose bytes `take` gets, at the latest in os_stream_close(), which must close it. NULL
 * with errno. */
FILE *os_stream_create(os_stream_take_fn *take, void *context);

/* Closes; false where not all that was written was taken. */
bool os_stream_close(FILE *stream);

/* A stream to read these bytes from; they outlive it. fclose() closes it. NULL with errno. */
FILE *os_stream_read(const void *bytes, size_t size);

/* A stream to write and read, whose file goes when it is closed. NULL with errno. */
FILE *os_stream_scratch(void);

/* Standard output while it goes to memory. */
struct os_stream_output {
    int before; /* descriptor of what it was */
    int memory;
    bool failed; /* already, before */
};

/* Turns standard output, its descriptor too, to memory. Returns 0 or an errno; it is then as it
 * was. */
int os_stream_output_begin(struct os_stream_output *output);

/* Turns standard output back; `take` gets what was printed. False where not all of it was. */
bool os_stream_output_end(struct os_stream_output *output, os_stream_take_fn *take, void *context);

#endif
