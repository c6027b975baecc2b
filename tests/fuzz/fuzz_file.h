/* SPDX-License-Identifier: MIT */
/* fuzz_file.h: an input as a file that is in memory alone, for readers that take paths. */
#ifndef CLAIMCHECK_TESTS_FUZZ_FUZZ_FILE_H
#define CLAIMCHECK_TESTS_FUZZ_FUZZ_FILE_H

#include "tests/fuzz/fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Its path, of static storage. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
        abort();
    return path;
}

#endif
