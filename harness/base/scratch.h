/* SPDX-License-Identifier: MIT */
/*
 * scratch.h: a folder of a process's own for what nobody keeps, below TMPDIR or /tmp. Its process
 * holds a lock on it, and a file in it, `.claimcheck-scratch`, says that it may go: what is left of
 * a process that was killed is removed by the next scratch, and no other folder is.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_SCRATCH_H
#define CLAIMCHECK_HARNESS_BASE_SCRATCH_H

enum { SCRATCH_PATH_BYTES = 512 };

struct scratch {
    char path[SCRATCH_PATH_BYTES]; /* "" when there is none; it does not end in '/' */
    int lock;
};

/* Returns 0 or an errno; `path` is then the name that could not be made. */
int scratch_create(struct scratch *scratch);

/* "<folder>/<name>", malloc'ed; NULL when memory runs out. */
char *scratch_path(const struct scratch *scratch, const char *name);

/* Removes all that is in it, and leaves it as it was made. */
void scratch_clear(const struct scratch *scratch);

/* Removes it with all that is in it. Accepts what was not created. */
void scratch_destroy(struct scratch *scratch);

#endif
