/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *words;
static UINT code;

static void say_words(void)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), words, (DWORD)strlen(words), &written, NULL);
}

static LONG WINAPI handle(EXCEPTION_POINTERS *exception)
{
    (void)exception;
    say_words();
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

static crash_exit_fn *exit_say;

static void exit_handle(void)
{
    if (exit_say)
        process_give_up(exit_say(""), "");
}

void crash_say_exit(crash_exit_fn *say)
{
    exit_say = say;
    if (say)
        atexit(exit_handle);
}

void crash_now(void)
{
    if (words)
        say_words();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    process_give_up(3, ""); /* as raise() ends it */
}
