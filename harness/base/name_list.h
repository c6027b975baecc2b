/* SPDX-License-Identifier: MIT */
/* name_list.h: a growing list of strings that somebody else owns; candidates for nearest_find(). */
#ifndef CLAIMCHECK_HARNESS_BASE_NAME_LIST_H
#define CLAIMCHECK_HARNESS_BASE_NAME_LIST_H

#include <stddef.h>

struct name_list {
    const char **names;
    size_t count, capacity;
};

/* Appends. */
void name_list_add(struct name_list *list, const char *name);

/* Writes " (did you mean 'x'?)" for the name nearest to `word`, or nothing when none is near. */
void name_list_hint(const struct name_list *list, const char *word, char *text, size_t bytes);

void name_list_finish(struct name_list *list);

#endif
