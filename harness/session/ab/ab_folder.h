/* SPDX-License-Identifier: MIT */
/* ab_folder.h: a folder of one session for the run files of its processes, gone at its end. */
#ifndef CLAIMCHECK_HARNESS_SESSION_AB_AB_FOLDER_H
#define CLAIMCHECK_HARNESS_SESSION_AB_AB_FOLDER_H

#include <stdbool.h>

/* Its path, malloc'ed, below TMPDIR or /tmp; NULL with errno. */
char *ab_folder_create(void);

/* "<folder>/<name>", malloc'ed; NULL when memory runs out. */
char *ab_folder_path(const char *folder, const char *name);

/* Removes the folder with all that is in it. Accepts NULL, sets *folder to NULL. */
void ab_folder_destroy(char **folder);

#endif
