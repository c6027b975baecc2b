/* SPDX-License-Identifier: MIT */
/* nearest.h: the name that somebody meant. */
#ifndef CLAIMCHECK_HARNESS_BASE_NEAREST_H
#define CLAIMCHECK_HARNESS_BASE_NEAREST_H

#include <stddef.h>

/*
 * The one of `names` (count of them) nearest to `word` by edit distance, an edit in three letters
 * at most; or else the shortest that begins with it. NULL when none is near.
 */
const char *nearest_find(const char *word, const char *const *names, size_t count);

#endif
