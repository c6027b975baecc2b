/* SPDX-License-Identifier: MIT */
/* crash.h: a process that crashes in code of others, or is ended by it, says so. */
#ifndef CLAIMCHECK_HARNESS_OS_CRASH_H
#define CLAIMCHECK_HARNESS_OS_CRASH_H

/*
 * Makes a crash write this line to standard error and end the process with this exit code, or as
 * crashes end it where that is 0, until NULL is set, which leaves crashes to the system again. The
 * line stays the caller's. For one thread at a time.
 */
void crash_say(const char *line, int exit_code);

/* Is told the file of the code that called exit(); "" where the system does not know it. Returns
 * the exit code. */
typedef int crash_exit_fn(const char *file);

/* From here on an exit() is none of ours: it ends the process as `say` says. One in a process that
 * others fork is left alone. Called once; NULL: an exit() is ours again. */
void crash_say_exit(crash_exit_fn *say);

/* Crashes for a test: writes the line if one is set, and ends the process as a wrong access does,
 * where a sanitizer has its own handler, too. */
_Noreturn void crash_now(void);

#endif
