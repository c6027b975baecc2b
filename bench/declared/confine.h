/* SPDX-License-Identifier: MIT */
/*
 * confine.h: keeps programs of folders out of what claimcheck keeps for the user. Where bwrap works
 * they cannot write its folders; elsewhere what changes in the cache while one runs is removed.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_CONFINE_H
#define CLAIMCHECK_BENCH_DECLARED_CONFINE_H

#include "harness/base/base.h"

#include <stdbool.h>

enum { DECLARED_CONFINE_WORDS = 16 };

struct declared_confine {
    const char
        *prefix[DECLARED_CONFINE_WORDS]; /* words in front of the program's; NULL-terminated */
    char *cache, *state, *bwrap;
    struct text before; /* the cache's files; empty where bwrap is used */
};

/* Prepares for a program that works in the scratch folder. */
void declared_confine_begin(struct declared_confine *confine, const char *program,
                            const char *scratch);

/* Once it has ended: removes what has changed in the cache, with a warning. `words`: the program,
 * for messages. */
void declared_confine_end(struct declared_confine *confine, const char *words);

void declared_confine_finish(struct declared_confine *confine);

/* Whether a program gets this variable of ours, "NAME=value". */
bool declared_confine_passes(const char *entry);

#endif
