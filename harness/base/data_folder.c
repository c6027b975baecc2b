/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/os/os.h"

#include <stdlib.h>

/* "<start><middle><name>" where that is a folder; NULL. */
static char *folder_try(const char *start, const char *middle, const char *name)
{
    char *path = text_make("%s%s%s", start, middle, name);
    if (os_path_is_folder(path))
        return path;
    free(path);
    return NULL;
}

char *data_folder_find(const char *name)
{
    char *path = os_path_program(), *found = NULL;
    for (char *slash = path ? os_path_last(path) : NULL; slash && !found;
         slash = os_path_last(path)) {
        *slash = 0;
        found = folder_try(path, "/", name);
        if (!found)
            found = folder_try(path, "/share/claimcheck/", name);
    }
    free(path);
    if (!found)
        found = folder_try(CLAIMCHECK_DATA_FOLDER, "/claimcheck/", name);
    return found ? found : folder_try("", "", name);
}
