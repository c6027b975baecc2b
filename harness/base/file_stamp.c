/* SPDX-License-Identifier: MIT */
#include "harness/base/file_stamp.h"

#include <sys/stat.h>

struct file_stamp file_stamp_read(const char *path)
{
    struct stat own;
    if (stat(path, &own) != 0)
        return (struct file_stamp){ .there = false };
    return (struct file_stamp){ .there = true,
                                .device = own.st_dev,
                                .inode = own.st_ino,
                                .bytes = own.st_size,
                                .written = own.st_mtim,
                                .changed = own.st_ctim };
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b)
{
    return a->there == b->there && a->device == b->device && a->inode == b->inode &&
           a->bytes == b->bytes && same_time(&a->written, &b->written) &&
           same_time(&a->changed, &b->changed);
}
