/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void name_list_add(struct name_list *list, const char *name)
{
    list->names = need_room(list->names, list->count, &list->capacity, sizeof(*list->names));
    list->names[list->count++] = name;
}

const char *name_list_hint(const struct name_list *list, const char *word)
{
    static _Thread_local char hint[MESSAGE_BYTES / 2];
    const char *nearest = nearest_find(word, list->names, list->count);
    snprintf(hint, sizeof(hint), nearest ? " (did you mean '%s'?)" : "%s", nearest ? nearest : "");
    return hint;
}

void name_list_finish(struct name_list *list)
{
    free(list->names);
    *list = (struct name_list){ 0 };
}

void *named_find(const void *entries, size_t count, size_t bytes, const char *name)
{
    for (const char *entry = entries; count > 0; entry += bytes, count--) {
        const char *own = *(const char *const *)entry;
        if (own && strcmp(own, name) == 0)
            return (void *)entry;
    }
    return NULL;
}

int named_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The nearest name ----------------------------------------------------------------------------- */

enum { NAME_BYTES = 512 }; /* longer ones are never near */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Damerau-Levenshtein distance, restricted: no substring is edited twice. */
static size_t distance(const char *a, size_t a_count, const char *b, size_t b_count)
{
    size_t storage[3][NAME_BYTES];
    size_t *before = storage[0], *previous = storage[1], *current = storage[2];
    for (size_t j = 0; j <= b_count; j++)
        previous[j] = j;
    for (size_t i = 1; i <= a_count; i++) {
        current[0] = i;
        for (size_t j = 1; j <= b_count; j++) {
            size_t change = previous[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
            current[j] = least(change, 1 + least(previous[j], current[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                current[j] = least(current[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = previous;
        previous = current;
        current = oldest;
    }
    return previous[b_count];
}

const char *nearest_find(const char *word, const char *const *names, size_t count)
{
    enum { PREFIX_LEAST = 3 };
    size_t length = strlen(word);
    if (length >= NAME_BYTES)
        return NULL;
    size_t limit = length / 3 > 1 ? length / 3 : 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        if (name_length >= NAME_BYTES || name_length > length + limit)
            continue;
        size_t edits = distance(word, length, names[i], name_length);
        /* Rewriting every letter is no likeness. */
        if (edits > limit || edits >= name_length)
            continue;
        if (!nearest || edits < limit) {
            nearest = names[i];
            limit = edits;
        }
    }
    const char *shortest = NULL; /* that begins with the word */
    for (size_t i = 0; i < count && length >= PREFIX_LEAST; i++)
        if (strncasecmp(word, names[i], length) == 0 &&
            (!shortest || strlen(names[i]) < strlen(shortest)))
            shortest = names[i];
    return nearest ? nearest : shortest;
}
