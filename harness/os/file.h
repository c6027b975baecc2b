/* SPDX-License-Identifier: MIT */
/* file.h: files by descriptor. Descriptors are closed on exec. */
#ifndef CLAIMCHECK_HARNESS_OS_FILE_H
#define CLAIMCHECK_HARNESS_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum os_file_flags {
    OS_FILE_READ = 0,
    OS_FILE_WRITE = 1 << 0,
    OS_FILE_UPDATE = 1 << 1, /* reads and writes */
    OS_FILE_APPEND = 1 << 2,
    OS_FILE_CREATE = 1 << 3, /* unless it is there */
    OS_FILE_NEW = 1 << 4,    /* EEXIST where it is there */
    OS_FILE_EMPTY = 1 << 5,  /* takes away what it holds */
    OS_FILE_PRIVATE = 1 << 6,
    OS_FILE_FOLDER = 1 << 7,  /* ENOTDIR for anything else */
    OS_FILE_AT_ONCE = 1 << 8, /* waits for nobody at the other end, and takes no terminal */
    OS_FILE_NO_LINK = 1 << 9, /* ELOOP for a link */
    OS_FILE_SHARED = 1 << 10, /* whoever runs this, all users may read it */
};

enum os_file_kind { OS_FILE_IS_OTHER, OS_FILE_IS_REGULAR, OS_FILE_IS_FOLDER, OS_FILE_IS_LINK };

struct os_file_status {
    enum os_file_kind kind;
    uint64_t bytes, device, number; /* device and number: which file it is */
    uint64_t names;                 /* that lead to it; 0: it was removed */
    int64_t written_ns, changed_ns; /* since 1970 */
    unsigned owner, mode;           /* the mode's permissions alone */
    bool is_sticky;                 /* a folder where each removes only what is its own */
};

/* A descriptor, or -1 with errno. */
int os_file_open(const char *path, unsigned flags);
void os_file_close(int file);

/* Opens what is no regular file to write to it: a pipe that nobody reads is ENXIO. As
 * os_file_open(). */
int os_file_open_pipe(const char *path);

/* Opens what has no bytes and keeps none, for processes that are started too. As os_file_open(). */
int os_file_open_nowhere(unsigned flags);

/* One more descriptor of the file, above those of the standard streams; -1 with errno. */
int os_file_again(int file);

/* Makes `as` a descriptor of the file, whatever it was. False with errno. */
bool os_file_place(int file, int as);

/* Whether a descriptor is open. */
bool os_file_is_open(int file);

/* A stream that owns the descriptor, by fopen()'s mode; NULL with errno, and it is open still. */
FILE *os_file_stream(int file, const char *mode);

int os_file_of(FILE *stream);

/* Bytes read or written, from the place or from an offset; -1 with errno. */
int64_t os_file_read_at(int file, void *bytes, size_t count, uint64_t offset);
int64_t os_file_write(int file, const void *bytes, size_t count);

/* These return 0 or an errno. os_file_lock(): EWOULDBLOCK where another process has it; the lock
 * ends with the last descriptor. os_file_sync(): once what was written is on the disk. */
int os_file_lock(int file);
int os_file_sync(int file);
int os_file_resize(int file, uint64_t bytes);

/* Says that it was written now, where that is allowed. */
void os_file_touch(int file);

/* False with errno. */
bool os_file_look(int file, struct os_file_status *status);

bool os_file_is_same(const struct os_file_status *a, const struct os_file_status *b);

/* The user who runs this process, as os_file_status.owner has it. */
unsigned os_file_user(void);

#endif
