/* SPDX-License-Identifier: MIT */
/* process_rest.h: what a process leaves running when it ends, in its group or beyond it. */
#ifndef CLAIMCHECK_HARNESS_OS_PROCESS_REST_H
#define CLAIMCHECK_HARNESS_OS_PROCESS_REST_H

#include "harness/os/process.h"

#include <stddef.h>

/* The first that was found. */
struct process_rest {
    int64_t pid;
    char name[32]; /* as the system has it: 15 letters */
};

/* From now on what loses its parent, below this process, becomes a child of this one: a process
 * that has left the group of the one that started it is then found, too. */
void process_rest_adopt(void);

/*
 * Once the process has ended: ends what is left of its group, and all children of this process that
 * are not in its own group. What ends within a third of a second is none. Returns how many
 * there were.
 */
size_t process_rest_end(const struct process *process, struct process_rest *rest);

/* Says whether the process goes on while others end, so that it, with its group, is no rest of
 * theirs. At most 256 stay at a time. */
void process_rest_spare(const struct process *process, bool stays);

#endif
