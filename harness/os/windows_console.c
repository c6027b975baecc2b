/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

/* The code page of the console, which outlives this process. */
static UINT page_before;

static void page_restore(void)
{
    SetConsoleOutputCP(page_before);
}

/* Has the console read escape sequences, which an older one does only when asked. */
static void escapes_allow(int descriptor)
{
    DWORD mode;
    HANDLE console = (HANDLE)_get_osfhandle(descriptor);
    if (GetConsoleMode(console, &mode))
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void console_prepare(void)
{
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= CONSOLE_ERROR; fd++)
        _setmode(fd, _O_BINARY);
    escapes_allow(CONSOLE_OUTPUT);
    escapes_allow(CONSOLE_ERROR);
    page_before = GetConsoleOutputCP();
    if (page_before != 0 && SetConsoleOutputCP(CP_UTF8))
        atexit(page_restore);
}

bool console_is(int descriptor)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode);
}

unsigned console_columns(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(descriptor), &info)
               ? (unsigned)(info.srWindow.Right - info.srWindow.Left + 1)
               : 0;
}
