/* SPDX-License-Identifier: MIT */
/* made_tree.h: files that the system would have, in the folder of a test. */
#ifndef CLAIMCHECK_TESTS_MADE_TREE_H
#define CLAIMCHECK_TESTS_MADE_TREE_H

#include "tests/files.h"

/* A file below the folder, whose folders are made: "/sys/class/hwmon/hwmon0/name". */
static inline void made_file(const char *path, const char *text)
{
    char whole[512], command[1024];
    snprintf(whole, sizeof(whole), "%s%s", folder, path);
    snprintf(command, sizeof(command), "mkdir -p -- \"$(dirname -- '%s')\"", whole);
    assert_int_equal(system(command), 0);
    file_write_text(whole, text);
}

#endif
