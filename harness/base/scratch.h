/* SPDX-License-Identifier: MIT */
/*
 * scratch.h: a folder of a process's own for what nobody keeps, below TMPDIR or /tmp. Its process
 * holds a lock on it, and a file in it, `.claimcheck-scratch`, says that it may go: what is left of
 * a process that was killed is removed by the next scratch, and no other folder is.
 */
#ifndef CLAIMCHECK_HARNESS_BASE_SCRATCH_H
#define CLAIMCHECK_HARNESS_BASE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

enum { SCRATCH_PATH_BYTES = 512, SCRATCH_PARENT_MAX = 400 }; /* MAX: in characters */

struct scratch {
    char path[SCRATCH_PATH_BYTES]; /* "" when there is none; it does not end in '/' */
    int lock;
};

/* Where it is made: TMPDIR, or /tmp. */
const char *scratch_parent(void);

/* Returns 0 or an errno: ENAMETOOLONG where TMPDIR is too long. */
int scratch_create(struct scratch *scratch);

/* "cannot make a folder in 'TMPDIR'", why, and what to do; of such an errno; false with it as
 * the message of trouble.h. */
bool scratch_say_failure(int code);

/* "<folder>/<name>", malloc'ed. */
char *scratch_path(const struct scratch *scratch, const char *name);

/* Removes all that is in it, and leaves it as it was made. */
void scratch_clear(const struct scratch *scratch);

/* Removes it with all that is in it. Accepts what was not created, or could not be. */
void scratch_destroy(struct scratch *scratch);

#endif
