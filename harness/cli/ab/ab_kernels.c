/* SPDX-License-Identifier: MIT */
#include "harness/analysis/gate/gate.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/base/trouble.h"
#include "harness/cli/ab/ab_session.h"

#include <string.h>

static bool differs(const struct kernel_folder *kernels, const char *name)
{
    for (size_t i = 0; i < kernels->saved.count; i++)
        if (strcmp(kernels->files[i].entry->shader->name, name) == 0)
            return true;
    return false;
}

/* Takes the argument over. */
static void option_add(char **words, size_t *count, char *argument)
{
    words[(*count)++] = need_copy("--kernel");
    words[(*count)++] = argument;
}

char **ab_kernels_make(const struct kernel_folder *kernels, const char *const *built_in,
                       const char *folder, size_t *count)
{
    size_t built_in_count = 0;
    while (built_in && built_in[built_in_count])
        built_in_count++;
    const struct kernel_folder_new own = { .names = built_in,
                                           .count = built_in_count,
                                           .commit = "" };
    if (!kernel_folder_write(folder, &own))
        return NULL;
    char **words = need_zeroed(2 * (kernels->saved.count + built_in_count) + 1, sizeof(*words));
    *count = 0;
    for (size_t i = 0; i < kernels->saved.count; i++)
        option_add(
            words, count,
            text_make("%s=%s", kernels->files[i].entry->shader->name, kernels->files[i].path));
    for (size_t i = 0; i < built_in_count; i++)
        if (!differs(kernels, built_in[i]))
            option_add(words, count, text_make("%s=%s/%s.spv", built_in[i], folder, built_in[i]));
    return words;
}
