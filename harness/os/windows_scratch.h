/* SPDX-License-Identifier: MIT */
/* windows_scratch.h: files that go with their last handle. */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_SCRATCH_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_SCRATCH_H

#include "harness/os/windows_errno.h"

#include <fcntl.h>
#include <io.h>
#include <stdint.h>

/* A descriptor to read and write, or -1 with errno. */
static inline int windows_scratch_open(void)
{
    char folder[4 * MAX_PATH], name[MAX_PATH];
    const DWORD length = GetTempPathA(sizeof(folder), folder);
    HANDLE file = INVALID_HANDLE_VALUE;
    if (length > 0 && length < sizeof(folder) && GetTempFileNameA(folder, "clc", 0, name) != 0)
        file =
            CreateFileA(name, GENERIC_READ | GENERIC_WRITE | DELETE,
                        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        errno = os_windows_errno();
        return -1;
    }
    return _open_osfhandle((intptr_t)file, _O_BINARY | _O_NOINHERIT);
}

#endif
