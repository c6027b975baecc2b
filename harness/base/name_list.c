/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"

#include <stdio.h>
#include <stdlib.h>

void name_list_add(struct name_list *list, const char *name)
{
    list->names = need_room(list->names, list->count, &list->capacity, sizeof(*list->names));
    list->names[list->count++] = name;
}

void name_list_hint(const struct name_list *list, const char *word, char *text, size_t bytes)
{
    const char *nearest = nearest_find(word, list->names, list->count);
    if (!nearest)
        snprintf(text, bytes, "%s", "");
    else
        snprintf(text, bytes, " (did you mean '%s'?)", nearest);
}

void name_list_finish(struct name_list *list)
{
    free(list->names);
    *list = (struct name_list){ 0 };
}
