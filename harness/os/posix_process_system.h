/* SPDX-License-Identifier: MIT */
/* posix_process_system.h: what Linux and Macs each do in their own way, for posix_process*.c. */
#ifndef CLAIMCHECK_HARNESS_OS_POSIX_PROCESS_SYSTEM_H
#define CLAIMCHECK_HARNESS_OS_POSIX_PROCESS_SYSTEM_H

#include <stdbool.h>
#include <sys/types.h>

/* Has this process get the signal when its parent ends. Safe between fork and exec; a Mac has no
 * such thing. */
void os_process_end_with_parent(int signal);

/* Returns the path of the program that this process runs. Safe between fork and exec. */
const char *os_process_self(void);

/* While exit() runs: the file of the code that called it; "" where that is not to be found. */
const char *os_process_exit_file(void);

/* Makes crash_say_exit() hold in this copy of the process, too. */
void crash_follow_fork(void);

struct os_process_entry {
    pid_t pid, parent, group;
    bool ended; /* and nobody has waited for it */
    char name[32];
};

typedef void os_process_each_fn(void *context, const struct os_process_entry *entry);

/* Calls `take` for each process of the machine. */
void os_process_each(os_process_each_fn *take, void *context);

#endif
