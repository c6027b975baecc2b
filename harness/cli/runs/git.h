/* SPDX-License-Identifier: MIT */
/* git.h: answers of git about a clone, and of the script that reads older packings. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_GIT_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_GIT_H

#include <stdbool.h>
#include <stddef.h>

enum { GIT_WHY_BYTES = 320, GIT_WORDS_MAX = 12 };

/*
 * Runs `git -C root WORDS...`, which end with NULL, with a text as its input. *text is what it
 * prints, malloc'ed. False with why git was not asked, or what its last line of errors says.
 */
bool git_ask(const char *root, const char *const *words, const char *input, char **text,
             size_t *size, char why[GIT_WHY_BYTES]);

/*
 * Has scripts/maintain/bounded.py of the clone whose folder `results` is print the text of a run
 * file, in these bytes, that was packed by an earlier version. *text is malloc'ed. False with why
 * not, or its last line of errors.
 */
bool git_old_text(const char *results, const char *packed, size_t packed_bytes, char **text,
                  size_t *size, char why[GIT_WHY_BYTES]);

#endif
