/* SPDX-License-Identifier: MIT */
#include "harness/os/console.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

void console_prepare(void)
{
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= CONSOLE_ERROR; fd++)
        _setmode(fd, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
}

bool console_is(int descriptor)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode);
}

bool console_is_stream(FILE *stream)
{
    return console_is(_fileno(stream));
}

unsigned console_columns(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(descriptor), &info)
               ? (unsigned)(info.srWindow.Right - info.srWindow.Left + 1)
               : 0;
}
