/* SPDX-License-Identifier: MIT */
/* files.h: a folder of a test's own, which goes with all that is in it; files that it writes. */
#ifndef CLAIMCHECK_TESTS_FILES_H
#define CLAIMCHECK_TESTS_FILES_H

#include <unistd.h>

#include "tests/unit.h"

/* Set by folder_make(). */
static char folder[64];

/* Fixtures: make it, or go there as well; remove it, from wherever the test is. */
static inline int folder_make(void **state)
{
    snprintf(folder, sizeof(folder), "/tmp/claimcheck-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int folder_enter(void **state)
{
    return folder_make(state) == 0 ? chdir(folder) : -1;
}

static inline int folder_remove(void **state)
{
    char command[96];
    snprintf(command, sizeof(command), "rm -rf -- '%s'", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static inline void file_write(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

static inline void file_write_text(const char *path, const char *text)
{
    file_write(path, text, strlen(text));
}

/* Reads a text, up to room - 1 bytes. */
static inline void file_read_text(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, room - 1, file)] = '\0';
    fclose(file);
}

/* Writes a new file, whose path is lent until the next call; the caller removes it. */
static inline const char *file_new(const void *bytes, size_t count)
{
    static char path[64];
    snprintf(path, sizeof(path), "/tmp/claimcheck-test-XXXXXX");
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    file_write(path, bytes, count);
    return path;
}

#endif
