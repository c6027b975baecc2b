/* SPDX-License-Identifier: MIT */
#include "harness/cli/gate/ab_sides.h"

#include "harness/base/message.h"
#include "harness/cli/gate/own_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* `env` sets the variable of loaders from 1.3.207 on, and that of those before; NULL when memory
 * runs out. */
static char *under_driver(const char *manifest, const char *command)
{
    static const char form[] = "env VK_DRIVER_FILES=%s VK_ICD_FILENAMES=%s %s";
    char *word = own_command_word(manifest);
    const size_t bytes = word ? sizeof(form) + 2 * strlen(word) + strlen(command) : 0;
    char *words = word ? malloc(bytes) : NULL;
    if (words)
        snprintf(words, bytes, form, word, word, command);
    free(word);
    return words;
}

static bool side_take(const char *given, const char *manifest, const char *option, char **command)
{
    *command = given ? strdup(given) : manifest ? own_command_make() : NULL;
    if (!manifest)
        return true;
    char *path = realpath(manifest, NULL);
    if (!path || access(path, R_OK) != 0) {
        message_error("ab: --%s: cannot read '%s': %s", option, manifest, strerror(errno));
        free(path);
        return false;
    }
    char *words = *command ? under_driver(path, *command) : NULL;
    free(path);
    free(*command);
    *command = words;
    if (!words)
        message_error("ab: this executable is not to be found, or no memory is left");
    return words;
}

bool ab_sides_take(const struct options *options, char *commands[2])
{
    static const char *const names[2][2] = { { "a", "icd-a" }, { "b", "icd-b" } };
    for (int side = 0; side < 2; side++)
        if (!side_take(options_value(options, names[side][0]),
                       options_value(options, names[side][1]), names[side][1], &commands[side]))
            return false;
    return true;
}
