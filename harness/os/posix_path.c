/* SPDX-License-Identifier: MIT */
#include "harness/os/path.h"

#include <string.h>

bool os_path_separates(char letter)
{
    return letter == '/';
}

char *os_path_first(const char *path)
{
    return strchr(path, '/');
}

char *os_path_last(const char *path)
{
    return strrchr(path, '/');
}

bool os_path_is_absolute(const char *path)
{
    return path[0] == '/';
}
