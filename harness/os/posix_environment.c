/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

void os_environment_set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

char **os_environment(void)
{
    return environ;
}

char **os_environment_words(const char *list, size_t more, size_t *count, const char **why)
{
    wordexp_t split = { .we_wordc = 0 };
    const int failure = wordexp(list, &split, WRDE_NOCMD | WRDE_UNDEF | WRDE_SHOWERR);
    *why = failure == WRDE_BADCHAR  ? "a character such as | or ; is not quoted, and no shell "
                                      "runs it: write sh -c '...'"
           : failure == WRDE_BADVAL ? "a variable is not set"
           : failure == WRDE_CMDSUB ? "it contains a command substitution, and no shell runs it: "
                                      "write sh -c '...'"
           : failure == WRDE_SYNTAX ? "a quote or a bracket is not closed"
                                    : "out of memory";
    if (failure != 0)
        return NULL;
    char **words = split.we_wordc > 0 ? calloc(split.we_wordc + more + 1, sizeof(*words)) : NULL;
    bool copied = words;
    *why = split.we_wordc > 0 ? *why : "no command";
    for (size_t i = 0; words && i < split.we_wordc; i++)
        copied = (words[i] = strdup(split.we_wordv[i])) && copied;
    for (size_t i = 0; words && !copied && i < split.we_wordc; i++)
        free(words[i]);
    *count = split.we_wordc;
    wordfree(&split);
    if (copied)
        return words;
    free(words);
    return NULL;
}
