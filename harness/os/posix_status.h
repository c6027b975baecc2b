/* SPDX-License-Identifier: MIT */
/* posix_status.h: what the system says of a file, as os_file_status has it. */
#ifndef CLAIMCHECK_HARNESS_OS_POSIX_STATUS_H
#define CLAIMCHECK_HARNESS_OS_POSIX_STATUS_H

#include "harness/os/file.h"

#include <sys/stat.h>

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
