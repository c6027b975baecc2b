/* SPDX-License-Identifier: MIT */
/* file.h: files of users, opened to be read. A pipe may have no writer, and a device no end:
 * neither is waited for. */
#ifndef CLAIMCHECK_HARNESS_FILE_H
#define CLAIMCHECK_HARNESS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A regular file from its start, or a folder, of which no byte can be read; the caller closes it.
 * NULL with an errno: EINVAL for what is neither. */
FILE *file_open(const char *path);

/* These bytes, which outlive it, as such a file; NULL with an errno. */
FILE *file_open_bytes(const void *bytes, size_t size);

/* strerror() of that. Static storage, or that of strerror(). */
const char *file_reason(int code);

/* How many bytes of a text are byte order marks of UTF-8 before it. */
size_t file_mark_bytes(const char *text, size_t size);

#define FILE_WIDE "it is UTF-16 or UTF-32: save it as UTF-8"

/* True for a text of UTF-16 or UTF-32: it has their byte order mark, or one 0 in two bytes. */
bool file_is_utf16(const char *text, size_t size);

/* The decimal number that `text` begins with, such as "-1.5e3", and where it ends. NAN and `text`
 * where it begins with none: a blank, hexadecimal digits, infinity and NaN are none. */
double file_number(const char *text, const char **end);

#endif
