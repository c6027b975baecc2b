/* SPDX-License-Identifier: MIT */
#include "harness/base/data_folder.h"

#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "<start><middle><name>" where that is a folder; NULL. */
static char *folder_try(const char *start, const char *middle, const char *name)
{
    char *path;
    struct stat status;
    if (asprintf(&path, "%s%s%s", start, middle, name) < 0)
        return NULL;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return path;
    free(path);
    return NULL;
}

/* Path of the executable, with links followed; "" where the system does not tell. */
static void executable_path(char *path, size_t bytes)
{
    const ssize_t length = readlink("/proc/self/exe", path, bytes - 1);
    path[length > 0 ? length : 0] = 0;
}

char *data_folder_find(const char *name)
{
    char path[4096];
    char *found = NULL;
    executable_path(path, sizeof(path));
    for (char *slash = os_path_last(path); slash && !found; slash = os_path_last(path)) {
        *slash = 0;
        found = folder_try(path, "/", name);
        if (!found)
            found = folder_try(path, "/share/claimcheck/", name);
    }
    if (!found)
        found = folder_try(CLAIMCHECK_DATA_FOLDER, "/claimcheck/", name);
    return found ? found : folder_try("", "", name);
}
