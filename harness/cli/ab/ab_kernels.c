/* SPDX-License-Identifier: MIT */

#include "harness/analysis/gate/gate_rows.h"
#include "harness/cli/ab/ab_session.h"
#include "harness/os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool differs(const struct kernel_folder *kernels, const char *name)
{
    for (size_t i = 0; i < kernels->saved.count; i++)
        if (strcmp(kernels->files[i].entry->shader->name, name) == 0)
            return true;
    return false;
}

/* False when memory runs out. */
static bool pair_add(char **words, size_t *count, const char *name, const char *path)
{
    words[*count] = strdup("--kernel");
    if (!words[*count])
        return false;
    if (asprintf(&words[++*count], "%s=%s", name, path) < 0) {
        words[*count] = NULL;
        return false;
    }
    ++*count;
    return true;
}

static bool built_in_add(char **words, size_t *count, const char *name, const char *folder)
{
    char *path = NULL;
    const bool added =
        asprintf(&path, "%s/%s.spv", folder, name) >= 0 && pair_add(words, count, name, path);
    free(path);
    return added;
}

char **ab_kernels_make(const struct kernel_folder *kernels, const char *const *built_in,
                       const char *folder, size_t *count, char *message, size_t message_bytes)
{
    size_t built_in_count = 0;
    while (built_in && built_in[built_in_count])
        built_in_count++;
    const struct kernel_folder_new own = { .names = built_in,
                                           .count = built_in_count,
                                           .commit = "" };
    if (!kernel_folder_write(folder, &own, message, message_bytes))
        return NULL;
    char **words = calloc(2 * (kernels->saved.count + built_in_count) + 1, sizeof(*words));
    bool added = words;
    *count = 0;
    for (size_t i = 0; added && i < kernels->saved.count; i++)
        added =
            pair_add(words, count, kernels->files[i].entry->shader->name, kernels->files[i].path);
    for (size_t i = 0; added && i < built_in_count; i++)
        if (!differs(kernels, built_in[i]))
            added = built_in_add(words, count, built_in[i], folder);
    if (added)
        return words;
    snprintf(message, message_bytes, "out of memory");
    os_path_names_free(&words);
    return NULL;
}
