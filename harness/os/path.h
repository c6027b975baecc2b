/* SPDX-License-Identifier: MIT */
/* path.h: the names of files. A '/' separates folders everywhere, on Windows a '\' as well. */
#ifndef CLAIMCHECK_HARNESS_OS_PATH_H
#define CLAIMCHECK_HARNESS_OS_PATH_H

#include <stdbool.h>

bool os_path_separates(char letter);

/* The first and the last separator of a path; NULL where it has none. */
char *os_path_first(const char *path);
char *os_path_last(const char *path);

/* True for a path that does not depend on the working folder: "/x", on Windows "C:\x" or "\\x". */
bool os_path_is_absolute(const char *path);

#endif
