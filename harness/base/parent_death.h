/* SPDX-License-Identifier: MIT */
/* parent_death.h: a process does not outlive the one that it works for. */
#ifndef CLAIMCHECK_HARNESS_BASE_PARENT_DEATH_H
#define CLAIMCHECK_HARNESS_BASE_PARENT_DEATH_H

#include <stdbool.h>
#include <sys/types.h>

/* In a child, first of all after fork(): the signal comes when the thread of `parent` that called
 * fork() ends, however it does; exec() keeps that. False where `parent` has ended already. Calls
 * only what is safe between fork() and exec(). */
bool parent_death_tie(pid_t parent, int signal);

#endif
