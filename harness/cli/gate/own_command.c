/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/own_command.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/os/path.h"

#include <stdlib.h>
#include <string.h>

char *own_command_word(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 3; /* each a quote, between two of them */
    char *word = need_bytes(bytes);
    disk_shell_word(text, word, bytes);
    return word;
}

char *own_command_shown(const char *text)
{
    const size_t bytes = 4 * strlen(text) + 5;
    char *word = need_bytes(bytes);
    disk_shell_word_shown(text, word, bytes);
    return word;
}

char *own_command_make(void)
{
    char *path = os_path_program(), *word = path ? own_command_word(path) : NULL;
    free(path);
    return word;
}
