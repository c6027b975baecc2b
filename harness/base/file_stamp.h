/* SPDX-License-Identifier: MIT */
/* file_stamp.h: what tells one state of a file from another, without a look inside. */
#ifndef CLAIMCHECK_HARNESS_BASE_FILE_STAMP_H
#define CLAIMCHECK_HARNESS_BASE_FILE_STAMP_H

#include "harness/os/file.h"

#include <stdbool.h>

struct file_stamp {
    bool there;
    struct os_file_status status;
};

/* Stamps the file now; a file that cannot be examined counts as missing. */
struct file_stamp file_stamp_read(const char *path);

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b);

#endif
