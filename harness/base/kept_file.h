/* SPDX-License-Identifier: MIT */
/*
 * kept_file.h: files that claimcheck keeps between runs, in the user's folder for that. They are
 * believed as ssh believes a key: the file is this user's alone, and so is each folder above it,
 * or root's. They are written as a new file that takes the name, so never through a link.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_KEPT_FILE_H
#define CLAIMCHECK_HARNESS_BASE_KEPT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "<cache>/claimcheck/<name>", and "<state>/claimcheck/<name>" of what is no cache, malloc'ed. NULL
 * where there is no such folder, or no memory. */
char *kept_file_path(const char *name);
char *kept_file_state_path(const char *name);

/* Opens a file to read it. A descriptor, or -1 with errno where it is not there, or is not to be
 * believed (EPERM): a warning then names the path and the remedy, once in a process. */
int kept_file_open(const char *path);

/* Reads a whole file so. Returns 0 or an errno, EPERM for what is not to be believed. */
int kept_file_load(const char *path, char **data, size_t *size);

/* The time now, in nanoseconds since 1970. */
int64_t kept_file_now_ns(void);

/* Begins a file that takes the place of what is at the path once it is whole. A descriptor, or -1;
 * *made is the path on the way there, malloc'ed. */
int kept_file_begin(const char *path, char **made);

/* Ends it, `good` or not: closes, gives it its name, or removes it; frees *made. False where the
 * path holds no new file. */
bool kept_file_end(int fd, char **made, const char *path, bool good);

/* Both at once. */
bool kept_file_write(const char *path, const void *data, size_t size);

#endif
