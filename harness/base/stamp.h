/* SPDX-License-Identifier: MIT */
/* stamp.h: what tells one state of a file from another, without a look inside. */
#ifndef CLAIMCHECK_HARNESS_BASE_STAMP_H
#define CLAIMCHECK_HARNESS_BASE_STAMP_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

struct stamp {
    bool there;
    dev_t device;
    ino_t inode;
    off_t bytes;
    struct timespec written, changed;
};

/* Of the file now; what cannot be looked at is not there. */
struct stamp stamp_read(const char *path);

bool stamp_same(const struct stamp *a, const struct stamp *b);

#endif
