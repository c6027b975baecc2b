/* SPDX-License-Identifier: MIT */
/* windows_parts.h: what files of Windows share. */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_PARTS_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_PARTS_H

#include "harness/os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

/* ---------------------------------------------------------------------------------------------- */

/* windows_errno: the system's errors as errno has them. */

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

/* ---------------------------------------------------------------------------------------------- */

/* windows_event: the event by which a process is asked to end. */

enum { WINDOWS_EVENT_BYTES = 48 };

static inline void windows_event_name(DWORD process, char name[WINDOWS_EVENT_BYTES])
{
    snprintf(name, WINDOWS_EVENT_BYTES, "Local\\claimcheck-end-%lu", process);
}

/* ---------------------------------------------------------------------------------------------- */

/* windows_status: what the system says of an open file, as os_file_status has it. */

static inline uint64_t os_windows_joined(DWORD high, DWORD low)
{
    return (uint64_t)high << 32 | low;
}

/* Nanoseconds since 1970, of units of 100 ns since 1601. */
static inline int64_t os_windows_time_ns(FILETIME time)
{
    return ((int64_t)os_windows_joined(time.dwHighDateTime, time.dwLowDateTime) -
            INT64_C(116444736000000000)) *
           100;
}

/* Whoever runs this owns all files, as far as is seen here. False with the system's error. */
static inline bool os_windows_status_take(HANDLE handle, struct os_file_status *status)
{
    BY_HANDLE_FILE_INFORMATION own;
    FILE_STANDARD_INFO more = { .DeletePending = FALSE };
    *status = (struct os_file_status){ .kind = OS_FILE_IS_OTHER, .names = 1, .mode = 0700 };
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return GetFileType(handle) != FILE_TYPE_UNKNOWN;
    if (!GetFileInformationByHandle(handle, &own))
        return false;
    GetFileInformationByHandleEx(handle, FileStandardInfo, &more, sizeof(more));
    status->kind = own.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT ? OS_FILE_IS_LINK
                   : own.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY   ? OS_FILE_IS_FOLDER
                                                                       : OS_FILE_IS_REGULAR;
    status->bytes = os_windows_joined(own.nFileSizeHigh, own.nFileSizeLow);
    status->device = own.dwVolumeSerialNumber;
    status->number = os_windows_joined(own.nFileIndexHigh, own.nFileIndexLow);
    status->names = more.DeletePending ? 0 : own.nNumberOfLinks;
    status->written_ns = status->changed_ns = os_windows_time_ns(own.ftLastWriteTime);
    return true;
}

#endif
