/* SPDX-License-Identifier: MIT */
/* crash.h: a process that crashes in code of others, which it has loaded, says so. */
#ifndef CLAIMCHECK_HARNESS_OS_CRASH_H
#define CLAIMCHECK_HARNESS_OS_CRASH_H

/*
 * Makes a crash write this line to standard error and end the process with this exit code, or as
 * crashes end it where that is 0, until NULL is set, which leaves crashes to the system again. The
 * line stays the caller's. For one thread at a time.
 */
void crash_say(const char *line, int exit_code);

/* Crashes for a test: writes the line if one is set, and ends the process as a wrong access does,
 * where a sanitizer has its own handler, too. */
_Noreturn void crash_now(void);

#endif
