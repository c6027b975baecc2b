/* SPDX-License-Identifier: MIT */
/*
 * text.h: a string that grows. All zero is an empty one. Without memory the process ends: need.h.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_TEXT_H
#define CLAIMCHECK_HARNESS_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text {
    char *string; /* with a zero at its end; NULL before anything is added */
    size_t length, capacity;
};

void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const void *bytes, size_t count);
void text_add_format(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_add_values(struct text *text, const char *format, va_list values)
    __attribute__((format(printf, 2, 0)));

/* Adds an entry of a list: behind the separator, unless the text is empty. */
void text_join(struct text *text, const char *separator, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A stream that adds to the text, at the latest when text_stream_close() closes it; the text must
 * live as long. */
FILE *text_stream(struct text *text);
void text_stream_close(FILE *stream);

/* Ends os_stream_output_begin(): the text gets what was printed. */
struct os_stream_output;
void text_output_end(struct text *text, struct os_stream_output *output);

/* Marks a stream that is only written to as failed: ferror() says so. */
void text_stream_break(FILE *stream);

/* The string, "" for an empty text; it lives until something is added. */
const char *text_string(const struct text *text);

/* Hands the string over, malloc'ed, and leaves an empty text. */
char *text_take(struct text *text);

/* A string as printf() would print it, malloc'ed. */
char *text_make(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True of a string that ends so, and is longer. */
bool text_ends(const char *string, const char *ending);

/* Frees, and leaves an empty text. */
void text_finish(struct text *text);

#endif
