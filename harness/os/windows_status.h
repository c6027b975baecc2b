/* SPDX-License-Identifier: MIT */
/* windows_status.h: what the system says of an open file, as os_file_status has it. */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_STATUS_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_STATUS_H

#include "harness/os/file.h"

#include <windows.h>

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
