/* SPDX-License-Identifier: MIT */
/* posix_parts.h: what files of POSIX systems share. */
#ifndef CLAIMCHECK_HARNESS_OS_POSIX_PARTS_H
#define CLAIMCHECK_HARNESS_OS_POSIX_PARTS_H

#include "harness/os/os.h"

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

/* ---------------------------------------------------------------------------------------------- */

/* posix_process_system: what Linux and Macs each do in their own way, for posix_process*.c. */

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
    int64_t began;
    char name[32];
};

typedef void os_process_each_fn(void *context, const struct os_process_entry *entry);

/* The time now as `began` has it, or any later one where none can be had. */
int64_t os_process_clock(void);

/* Calls `take` for each process of the machine. */
void os_process_each(os_process_each_fn *take, void *context);

/* ---------------------------------------------------------------------------------------------- */

/* posix_status: what the system says of a file, as os_file_status has it. */

static inline bool os_file_status_take(const struct stat *own, struct os_file_status *status)
{
    const int64_t second_ns = 1000000000;
    *status = (struct os_file_status){
        .kind = S_ISREG(own->st_mode)   ? OS_FILE_IS_REGULAR
                : S_ISDIR(own->st_mode) ? OS_FILE_IS_FOLDER
                : S_ISLNK(own->st_mode) ? OS_FILE_IS_LINK
                                        : OS_FILE_IS_OTHER,
        .bytes = (uint64_t)own->st_size,
        .device = own->st_dev,
        .number = own->st_ino,
        .names = own->st_nlink,
        .written_ns = own->st_mtim.tv_sec * second_ns + own->st_mtim.tv_nsec,
        .changed_ns = own->st_ctim.tv_sec * second_ns + own->st_ctim.tv_nsec,
        .owner = own->st_uid,
        .mode = own->st_mode & 0777,
        .is_sticky = own->st_mode & S_ISVTX,
    };
    return true;
}

#endif
