/* SPDX-License-Identifier: MIT */
/* disk.h: files read and written whole, with every error seen. */
#ifndef CLAIMCHECK_HARNESS_BASE_DISK_H
#define CLAIMCHECK_HARNESS_BASE_DISK_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a regular file from its start to its end. *text is malloc'ed and ends with a 0 that size
 * does not count. Returns 0 or an errno; EINVAL for what is no regular file. */
int disk_read(int fd, char **text, size_t *size);

enum { DISK_LOAD_BYTES_MAX = 256 << 20 };

/* Loads the file at `path` in the same way; EFBIG where it is larger than DISK_LOAD_BYTES_MAX. */
int disk_load(const char *path, char **text, size_t *size);

/* Reads a file of text: a byte order mark before it is left out; EILSEQ where it is UTF-16
 * or UTF-32. */
int disk_load_text(const char *path, char **text, size_t *size);

/* Bytes of a byte order mark before a text; 0 without one. */
size_t disk_mark_bytes(const char *text, size_t size);

/* Says what is wrong with a text of UTF-16 or UTF-32, and what to do; NULL for another. */
const char *disk_wide_fault(const char *text, size_t size);

/* Loads a file; false with the message (trouble.h) "cannot read 'PATH': why". */
bool disk_load_said(const char *path, char **text, size_t *size);

/* That message, of an errno of disk_read(); false. */
bool disk_say_unread(const char *path, int code);

/* Writes all of it. Returns 0 or an errno. The caller ignores SIGXFSZ and SIGPIPE. */
int disk_write(int fd, const void *data, size_t size);

/* Waits until what was written is on the disk. Returns 0 or an errno. */
int disk_sync(int fd);

/* Makes a new, a renamed or a removed name in the folder of `path` last. Returns 0 or an errno. */
int disk_sync_folder(const char *path);

/* Renames; EEXIST when `to` is there. Returns 0 or an errno. */
int disk_rename_new(const char *from, const char *to);

/* Makes the folders above `path` that are missing, with the permissions that the umask leaves of
 * `mode`. Returns 0 or an errno: ENOTDIR where something else has the name of one. */
int disk_make_folders(const char *path, unsigned mode);

/* True when something is there, be it a link to nothing. */
bool disk_is_there(const char *path);

/* Whether the path still leads to the very file that was opened. */
bool disk_is_open(int fd, const char *path);

/* A path as one word of a shell, for commands in messages: in quotes where it needs them. */
void disk_shell_word(const char *path, char *text, size_t bytes);

/* Quotes a path for a terminal: characters that printable.h would change are escaped, as in bash
 * and zsh. Up to four letters for one, and four more. */
void disk_shell_word_shown(const char *path, char *text, size_t bytes);

/* Quotes a path as disk_shell_word_shown() does, from the current folder on where it lies in it. */
void disk_shell_word_here(const char *path, char *text, size_t bytes);

/* The last name of a path, with the slashes behind it if there are any. Part of the path. */
const char *disk_base_name(const char *path);

/* "path" and "suffix" joined, malloc'ed. */
char *disk_path(const char *path, const char *suffix);

/* Whether two paths lead to one file, there or not yet by the same name. */
bool disk_same_file(const char *a, const char *b);

#endif
