/* SPDX-License-Identifier: MIT */
/* leash.h: a process does not outlive the one that it works for. */
#ifndef CLAIMCHECK_HARNESS_BASE_LEASH_H
#define CLAIMCHECK_HARNESS_BASE_LEASH_H

#include <stdbool.h>
#include <sys/types.h>

/* In a child, first of all after fork(): the signal comes when the thread of `parent` that called
 * fork() ends, however it does; exec() keeps that. False where `parent` has ended already. Calls
 * only what is safe between fork() and exec(). */
bool leash_tie(pid_t parent, int signal);

#endif
