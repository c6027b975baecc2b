/* SPDX-License-Identifier: MIT */
#include "harness/session/ab/ab_folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

char *ab_folder_create(void)
{
    const char *above = getenv("TMPDIR");
    char *folder = NULL;
    if (asprintf(&folder, "%s/claimcheck-ab-XXXXXX", above && *above ? above : "/tmp") < 0) {
        errno = ENOMEM;
        return NULL;
    }
    if (mkdtemp(folder))
        return folder;
    const int failure = errno;
    free(folder);
    errno = failure;
    return NULL;
}

char *ab_folder_path(const char *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static int entry_remove(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

void ab_folder_destroy(char **folder)
{
    enum { OPEN_MAX_FOLDERS = 8 };
    if (*folder)
        nftw(*folder, entry_remove, OPEN_MAX_FOLDERS, FTW_DEPTH | FTW_PHYS);
    free(*folder);
    *folder = NULL;
}
