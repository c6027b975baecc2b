/* SPDX-License-Identifier: MIT */
#include "harness/os/crash.h"

#include <string.h>
#include <windows.h>

static const char *words;
static UINT code;

static LONG WINAPI handle(EXCEPTION_POINTERS *exception)
{
    DWORD written;
    (void)exception;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), words, (DWORD)strlen(words), &written, NULL);
    if (code != 0)
        TerminateProcess(GetCurrentProcess(), code);
    return EXCEPTION_CONTINUE_SEARCH;
}

void crash_say(const char *line, int exit_code)
{
    code = (UINT)exit_code;
    words = line;
    SetUnhandledExceptionFilter(line ? handle : NULL);
}
