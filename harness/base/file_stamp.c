/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/os/os.h"

struct file_stamp file_stamp_read(const char *path)
{
    struct file_stamp stamp = { .there = false };
    stamp.there = os_path_look(path, &stamp.status);
    return stamp;
}

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b)
{
    if (!a->there || !b->there)
        return a->there == b->there;
    return os_file_is_same(&a->status, &b->status) && a->status.bytes == b->status.bytes &&
           a->status.written_ns == b->status.written_ns &&
           a->status.changed_ns == b->status.changed_ns;
}
