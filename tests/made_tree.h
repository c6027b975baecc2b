/* SPDX-License-Identifier: MIT */
/* made_tree.h: a folder of a test's own with files that the system would have. */
#ifndef CLAIMCHECK_TESTS_MADE_TREE_H
#define CLAIMCHECK_TESTS_MADE_TREE_H

#include "tests/unit.h"

static char made_root[64];

/* Setup and teardown of a test. */
static inline int made_root_make(void **state)
{
    strcpy(made_root, "/tmp/claimcheck-tree-XXXXXX");
    return mkdtemp(made_root) ? 0 : 1;
}

static inline int made_root_remove(void **state)
{
    char command[128];
    snprintf(command, sizeof(command), "rm -rf -- '%s'", made_root);
    return system(command);
}

/* A file below the root, whose folders are made: "/sys/class/hwmon/hwmon0/name". */
static inline void made_file(const char *path, const char *text)
{
    char whole[512], command[1024];
    snprintf(whole, sizeof(whole), "%s%s", made_root, path);
    snprintf(command, sizeof(command), "mkdir -p -- \"$(dirname -- '%s')\"", whole);
    assert_int_equal(system(command), 0);
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#endif
