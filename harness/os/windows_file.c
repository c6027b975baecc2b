/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <fcntl.h>
#include <io.h>

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

static int failed(void)
{
    errno = os_windows_errno();
    return -1;
}

/* A descriptor that owns the handle. */
static int descriptor_of(HANDLE handle, int mode)
{
    const int file = _open_osfhandle((intptr_t)handle, mode | _O_BINARY | _O_NOINHERIT);
    if (file < 0)
        CloseHandle(handle);
    return file;
}

int os_file_open(const char *path, unsigned flags)
{
    struct os_file_status status;
    const bool writes = flags & (OS_FILE_WRITE | OS_FILE_UPDATE);
    const DWORD access = (flags & OS_FILE_WRITE ? 0 : GENERIC_READ) | (writes ? GENERIC_WRITE : 0);
    const DWORD making = flags & OS_FILE_NEW ? CREATE_NEW
                         : flags & OS_FILE_CREATE
                             ? (flags & OS_FILE_EMPTY ? CREATE_ALWAYS : OPEN_ALWAYS)
                         : flags & OS_FILE_EMPTY ? TRUNCATE_EXISTING
                                                 : OPEN_EXISTING;
    const DWORD others =
        FILE_FLAG_BACKUP_SEMANTICS | (flags & OS_FILE_NO_LINK ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
    HANDLE handle =
        CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    making, FILE_ATTRIBUTE_NORMAL | others, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return failed();
    const bool known = os_windows_status_take(handle, &status);
    const int wrong = !known                                                         ? 0
                      : (flags & OS_FILE_NO_LINK) && status.kind == OS_FILE_IS_LINK  ? ELOOP
                      : (flags & OS_FILE_FOLDER) && status.kind != OS_FILE_IS_FOLDER ? ENOTDIR
                      : writes && status.kind == OS_FILE_IS_FOLDER                   ? EISDIR
                                                                                     : 0;
    if (wrong != 0) {
        CloseHandle(handle);
        errno = wrong;
        return -1;
    }
    return descriptor_of(handle,
                         (writes ? 0 : _O_RDONLY) | (flags & OS_FILE_APPEND ? _O_APPEND : 0));
}

int os_file_open_pipe(const char *path)
{
    return os_file_open(path, OS_FILE_WRITE);
}

int os_file_open_scratch(void)
{
    char folder[4 * MAX_PATH], name[MAX_PATH];
    const DWORD length = GetTempPathA(sizeof(folder), folder);
    HANDLE file = INVALID_HANDLE_VALUE;
    if (length > 0 && length < sizeof(folder) && GetTempFileNameA(folder, "clc", 0, name) != 0)
        file =
            CreateFileA(name, GENERIC_READ | GENERIC_WRITE | DELETE,
                        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
                        FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    return file == INVALID_HANDLE_VALUE ? failed() : descriptor_of(file, 0);
}

int os_file_open_nowhere(unsigned flags)
{
    return _open("NUL", (flags & OS_FILE_WRITE ? _O_WRONLY : _O_RDONLY) | _O_BINARY);
}

void os_file_close(int file)
{
    _close(file);
}

int os_file_again(int file)
{
    HANDLE handle;
    const HANDLE own = GetCurrentProcess();
    if (!DuplicateHandle(own, handle_of(file), own, &handle, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return failed();
    return descriptor_of(handle, 0);
}

bool os_file_place(int file, int as)
{
    return _dup2(file, as) == 0;
}

bool os_file_is_open(int file)
{
    return handle_of(file) != INVALID_HANDLE_VALUE && (intptr_t)handle_of(file) != -2;
}

FILE *os_file_stream(int file, const char *mode)
{
    return _fdopen(file, mode);
}

int os_file_of(FILE *stream)
{
    return _fileno(stream);
}

int64_t os_file_read_at(int file, void *bytes, size_t count, uint64_t offset)
{
    const DWORD most = count > 1u << 30 ? 1u << 30 : (DWORD)count;
    OVERLAPPED place = { .Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32) };
    DWORD got = 0;
    if (ReadFile(handle_of(file), bytes, most, &got, &place) || GetLastError() == ERROR_HANDLE_EOF)
        return got;
    return failed();
}

int64_t os_file_write(int file, const void *bytes, size_t count)
{
    const unsigned most = count > 1u << 30 ? 1u << 30 : (unsigned)count;
    return _write(file, bytes, most);
}

/* A byte that no file has: who reads the file is not kept from it. */
int os_file_lock(int file)
{
    OVERLAPPED place = { .Offset = 0, .OffsetHigh = 0x7fffffff };
    return LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &place)
               ? 0
               : os_windows_errno();
}

int os_file_sync(int file)
{
    return FlushFileBuffers(handle_of(file)) ? 0 : os_windows_errno();
}

int os_file_resize(int file, uint64_t bytes)
{
    FILE_END_OF_FILE_INFO end = { .EndOfFile.QuadPart = (LONGLONG)bytes };
    return SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end, sizeof(end))
               ? 0
               : os_windows_errno();
}

void os_file_touch(int file)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    SetFileTime(handle_of(file), NULL, NULL, &now);
}

bool os_file_look(int file, struct os_file_status *status)
{
    const bool looked = os_windows_status_take(handle_of(file), status);
    if (!looked)
        failed();
    return looked;
}

unsigned os_file_user(void)
{
    return 0;
}
