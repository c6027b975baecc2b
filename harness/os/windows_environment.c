/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

void os_environment_set(const char *name, const char *value)
{
    SetEnvironmentVariableA(name, value); /* for the drivers, which have a C library of their own */
    _putenv_s(name, value ? value : "");
}

char **os_environment(void)
{
    return _environ;
}

/* The next word of a list: blanks part words, but not within quotes of either kind. */
static char *word_take(const char **at, const char **why)
{
    char *word = malloc(strlen(*at) + 1), quote = 0;
    size_t length = 0;
    if (!word)
        return NULL;
    for (; **at && (quote || (**at != ' ' && **at != '\t')); (*at)++)
        if (quote ? **at == quote : **at == '"' || **at == '\'')
            quote = quote ? 0 : **at;
        else
            word[length++] = **at;
    word[length] = 0;
    if (!quote)
        return word;
    *why = "a quote or a bracket is not closed";
    free(word);
    return NULL;
}

char **os_environment_words(const char *list, size_t more, size_t *count, const char **why)
{
    char **words = calloc(strlen(list) / 2 + more + 2, sizeof(*words));
    *count = 0;
    *why = "out of memory";
    for (list += strspn(list, " \t"); words && *list; list += strspn(list, " \t")) {
        words[*count] = word_take(&list, why);
        if (!words[*count]) {
            while (*count > 0)
                free(words[--*count]);
            free(words);
            return NULL;
        }
        ++*count;
    }
    if (words && *count > 0)
        return words;
    *why = words ? "no command" : *why;
    free(words);
    return NULL;
}
