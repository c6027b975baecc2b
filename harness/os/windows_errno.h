/* SPDX-License-Identifier: MIT */
/* windows_errno.h: the system's errors as errno has them. */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_ERRNO_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_ERRNO_H

#include <errno.h>
#include <stddef.h>
#include <windows.h>

static inline int os_windows_errno(void)
{
    static const struct {
        DWORD error;
        int code;
    } known[] = {
        { ERROR_FILE_NOT_FOUND, ENOENT },
        { ERROR_PATH_NOT_FOUND, ENOENT },
        { ERROR_INVALID_DRIVE, ENOENT },
        { ERROR_BAD_NETPATH, ENOENT },
        { ERROR_ACCESS_DENIED, EACCES },
        { ERROR_SHARING_VIOLATION, EACCES },
        { ERROR_WRITE_PROTECT, EROFS },
        { ERROR_FILE_EXISTS, EEXIST },
        { ERROR_ALREADY_EXISTS, EEXIST },
        { ERROR_DISK_FULL, ENOSPC },
        { ERROR_HANDLE_DISK_FULL, ENOSPC },
        { ERROR_DIR_NOT_EMPTY, ENOTEMPTY },
        { ERROR_DIRECTORY, ENOTDIR },
        { ERROR_TOO_MANY_OPEN_FILES, EMFILE },
        { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
        { ERROR_OUTOFMEMORY, ENOMEM },
        { ERROR_LOCK_VIOLATION, EWOULDBLOCK },
        { ERROR_IO_PENDING, EWOULDBLOCK },
        { ERROR_BROKEN_PIPE, EPIPE },
        { ERROR_NO_DATA, EPIPE },
        { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
        { ERROR_NOT_SUPPORTED, ENOSYS },
    };
    const DWORD error = GetLastError();
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (known[i].error == error)
            return known[i].code;
    return EINVAL;
}

#endif
