/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char *words;
static UINT code;
static int kept = -1; /* what the process ends with, once its work is done */
static const char *hang_words;
static int hang_code;

static void say_words(void)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), words, (DWORD)strlen(words), &written, NULL);
}

static LONG WINAPI handle(EXCEPTION_POINTERS *exception)
{
    (void)exception;
    say_words();
    if (code != 0 || kept >= 0)
        TerminateProcess(GetCurrentProcess(), kept >= 0 ? (UINT)kept : code);
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
    atexit(exit_handle);
}

void crash_keep_exit(int exit_code)
{
    exit_say = NULL;
    kept = exit_code;
    crash_say("claimcheck: warning: a library crashed while this process ended, after its work\n",
              0);
}

static void CALLBACK hang_handle(void *unused, BOOLEAN fired)
{
    (void)unused;
    (void)fired;
    process_give_up(hang_code, hang_words);
}

void crash_say_hang(const char *line, unsigned seconds, int exit_code)
{
    static HANDLE timer;
    if (timer)
        (void)DeleteTimerQueueTimer(NULL, timer, INVALID_HANDLE_VALUE);
    timer = NULL;
    hang_words = line;
    hang_code = exit_code;
    if (line && !CreateTimerQueueTimer(&timer, NULL, hang_handle, NULL, 1000 * seconds, 0,
                                       WT_EXECUTEONLYONCE))
        timer = NULL;
}

void crash_now(void)
{
    if (words)
        say_words();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    process_give_up(3, ""); /* as raise() ends it */
}
