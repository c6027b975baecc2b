/* SPDX-License-Identifier: MIT */
#include "harness/cli/session/published_papers.h"

#include <stdio.h>

static const char *text_of(const struct technique *technique)
{
    return technique->folder ? technique->folder->published : NULL;
}

bool published_papers_in_folders(const struct technique *const *techniques)
{
    for (; techniques && *techniques; techniques++)
        if (text_of(*techniques))
            return true;
    return false;
}

bool published_papers_open(struct published_list *list, const char *const *files, size_t count,
                           const struct technique *const *techniques)
{
    const bool in_folders = published_papers_in_folders(techniques);
    if ((count > 0 || !in_folders) && !published_list_open(list, files, count))
        return false;
    for (; techniques && *techniques; techniques++)
        if (text_of(*techniques) &&
            !published_list_add(list, text_of(*techniques), (*techniques)->folder->published_path))
            return false;
    return true;
}
