/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/own_command.h"

#include "harness/base/disk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *own_command_word(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 3; /* each a quote, between two of them */
    char *word = malloc(bytes);
    if (word)
        disk_shell_word(text, word, bytes);
    return word;
}

char *own_command_shown(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 5;
    char *word = malloc(bytes);
    if (word)
        disk_shell_word_shown(text, word, bytes);
    return word;
}

char *own_command_make(void)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    if (length <= 0)
        return NULL;
    path[length] = 0;
    return own_command_word(path);
}
