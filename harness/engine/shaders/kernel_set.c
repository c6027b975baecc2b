/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/kernel_set.h"

#include "harness/base/name_list.h"

#include <string.h>

static const struct kernel_entry *extension;

void kernel_set_extend(const struct kernel_entry *entries)
{
    extension = entries;
}

const struct kernel_entry *kernel_set_at(size_t index)
{
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++)
        if (index-- == 0)
            return entry;
    for (const struct kernel_entry *entry = extension; entry && entry->path; entry++)
        if (index-- == 0)
            return entry;
    return NULL;
}

const struct kernel_entry *kernel_set_find(const char *name)
{
    const struct kernel_entry *entry;
    for (size_t i = 0; (entry = kernel_set_at(i)); i++)
        if (strcmp(entry->shader->name, name) == 0)
            return entry;
    return NULL;
}

const struct kernel_source *kernel_set_source(const char *path)
{
    for (const struct kernel_source *source = kernel_set_sources; source->path; source++)
        if (strcmp(source->path, path) == 0)
            return source;
    return NULL;
}

void kernel_set_hint(const char *name, char *text, size_t bytes)
{
    struct name_list names = { 0 };
    for (const struct kernel_entry *entry = extension; entry && entry->path; entry++)
        name_list_add(&names, entry->shader->name);
    for (const struct kernel_entry *entry = kernel_set_shipped; entry->path; entry++) {
        name_list_add(&names, entry->shader->name);
        name_list_add(&names, entry->path);
    }
    name_list_hint(&names, name, text, bytes);
    name_list_finish(&names);
}
