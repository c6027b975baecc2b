/* SPDX-License-Identifier: MIT */
/* windows_channel.c: pipes. A pair is one that has a name until it has been opened twice. */
#include "harness/os/os.h"

#include "harness/os/windows_parts.h"

#include <fcntl.h>
#include <io.h>

static HANDLE handle_of(int end)
{
    return (HANDLE)_get_osfhandle(end);
}

/* Returns 0 or an errno; both handles are taken over. */
static int ends_take(HANDLE first, HANDLE second, int ends[2])
{
    ends[0] = _open_osfhandle((intptr_t)first, _O_BINARY | _O_NOINHERIT);
    ends[1] = _open_osfhandle((intptr_t)second, _O_BINARY | _O_NOINHERIT);
    if (ends[0] >= 0 && ends[1] >= 0)
        return 0;
    const int code = errno;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            os_file_close(ends[i]);
        else
            CloseHandle(i == 0 ? first : second);
    return code;
}

int os_channel_pipe(int ends[2])
{
    HANDLE reads, writes;
    return CreatePipe(&reads, &writes, NULL, 0) ? ends_take(reads, writes, ends)
                                                : os_windows_errno();
}

int os_channel_pair(int ends[2])
{
    enum { BUFFER_BYTES = 1 << 20 };
    static LONG number;
    char name[96];
    snprintf(name, sizeof(name), "\\\\.\\pipe\\claimcheck-%lu-%ld", GetCurrentProcessId(),
             InterlockedIncrement(&number));
    HANDLE first = CreateNamedPipeA(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                    PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT |
                                        PIPE_REJECT_REMOTE_CLIENTS,
                                    1, BUFFER_BYTES, BUFFER_BYTES, 0, NULL);
    if (first == INVALID_HANDLE_VALUE)
        return os_windows_errno();
    HANDLE second =
        CreateFileA(name, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (second != INVALID_HANDLE_VALUE)
        return ends_take(first, second, ends);
    const int code = os_windows_errno();
    CloseHandle(first);
    return code;
}

bool os_channel_is_pair(int end)
{
    return GetFileType(handle_of(end)) == FILE_TYPE_PIPE &&
           GetNamedPipeInfo(handle_of(end), NULL, NULL, NULL, NULL);
}

void os_channel_keep(int end)
{
    SetHandleInformation(handle_of(end), HANDLE_FLAG_INHERIT, 0);
}

bool os_channel_wait(int end, int wait_ms)
{
    enum { STEP_MS = 2 };
    const double until_ns = clock_now_ns() + 1e6 * wait_ms;
    DWORD bytes = 0;
    while (PeekNamedPipe(handle_of(end), NULL, 0, NULL, &bytes, NULL)) {
        if (bytes > 0)
            return true;
        if (clock_now_ns() >= until_ns)
            return false;
        Sleep(STEP_MS);
    }
    return true; /* the end has come */
}

size_t os_channel_read(int end, void *bytes, size_t most)
{
    DWORD got = 0;
    const DWORD room = most > 1u << 30 ? 1u << 30 : (DWORD)most;
    return ReadFile(handle_of(end), bytes, room, &got, NULL) ? got : 0;
}

void os_channel_shut(int end)
{
    DisconnectNamedPipe(handle_of(end));
}
