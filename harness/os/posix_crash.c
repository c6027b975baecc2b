/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/posix_parts.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <dlfcn.h>
#include <sys/syscall.h>
#endif
#include <unistd.h>

enum { NUMBERS = 5 };

static const int numbers[NUMBERS] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
static struct sigaction before[NUMBERS]; /* a sanitizer has its own */
static const char *words;                /* NULL: nothing is installed */
static int code;
static int kept = -1; /* what the process ends with, once its work is done */
static const char *hang_words;
static int hang_code;

static void say_words(void)
{
    const ssize_t written = write(STDERR_FILENO, words, strlen(words));
    (void)written;
}

static void handle(int number)
{
    say_words();
    if (code != 0 || kept >= 0)
        _exit(kept >= 0 ? kept : code);
    for (size_t i = 0; i < NUMBERS; i++)
        sigaction(numbers[i], &before[i], NULL);
    raise(number); /* comes when this returns, as the crash itself does */
}

void crash_say(const char *line, int exit_code)
{
    static char stack[1 << 15]; /* a stack that ran over has no room for the handler */
    const stack_t own = { .ss_sp = stack, .ss_size = sizeof(stack) };
    const struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };
    const bool installed = words;
    code = exit_code;
    if (line)
        words = line;
    if (line && !installed)
        sigaltstack(&own, NULL);
    for (size_t i = 0; i < NUMBERS; i++)
        if (line && !installed)
            sigaction(numbers[i], &action, &before[i]);
        else if (!line && installed)
            sigaction(numbers[i], &before[i], NULL);
    words = line;
}

static void hang_handle(int number)
{
    (void)number;
    process_give_up(hang_code, hang_words);
}

void crash_say_hang(const char *line, unsigned seconds, int exit_code)
{
    static struct sigaction alarm_before;
    const struct sigaction action = { .sa_handler = hang_handle, .sa_flags = SA_RESTART };
    hang_words = line;
    hang_code = exit_code;
    if (line)
        sigaction(SIGALRM, &action, &alarm_before);
    alarm(line ? seconds : 0);
    if (!line)
        sigaction(SIGALRM, &alarm_before, NULL);
}

static crash_exit_fn *exit_say;
static pid_t exit_pid;

static void exit_handle(void)
{
    if (exit_say && getpid() == exit_pid)
        _exit(exit_say(os_process_exit_file()));
}

void crash_follow_fork(void)
{
    exit_pid = getpid();
}

void crash_say_exit(crash_exit_fn *say)
{
    exit_say = say;
    crash_follow_fork();
    atexit(exit_handle);
#ifndef __APPLE__
    at_quick_exit(exit_handle);
#endif
}

void crash_keep_exit(int exit_code)
{
    exit_say = NULL;
    kept = exit_code;
    crash_say("claimcheck: warning: a library crashed while this process ended, after its work\n",
              0);
}

#ifdef __linux__
/* Returns the code that this process ends with where `caller` ends it by `status`. */
static int end_code(int status, const void *caller)
{
    Dl_info own, its;
    if (getpid() != exit_pid || (!exit_say && kept < 0) || !dladdr(caller, &its) ||
        !dladdr("", &own) || its.dli_fbase == own.dli_fbase)
        return status;
    return exit_say ? exit_say(its.dli_fname ? its.dli_fname : "") : kept;
}

static _Noreturn void end(int status, const void *caller)
{
    const int ends_with = end_code(status, caller);
    for (;;)
        syscall(SYS_exit_group, ends_with);
}

/* Libraries find these before those of the C library, which call no handler. */
void _exit(int status)
{
    end(status, __builtin_return_address(0));
}

void _Exit(int status)
{
    end(status, __builtin_return_address(0));
}
#endif

void crash_now(void)
{
    if (words)
        say_words();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    process_give_up(128 + SIGSEGV, "");
}
