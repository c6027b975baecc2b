/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"
#include "harness/cli/folder/template_files.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { NAME_BYTES = 64, PATH_BYTES = 4096 };

/* The name in the template, which the folder's takes the place of. */
static const char placeholder[] = "my_technique";

/* The last part of the path as the name of a technique. False where it is none. */
static bool name_take(const char *folder, char name[NAME_BYTES])
{
    size_t length = strlen(folder);
    while (length > 1 && os_path_separates(folder[length - 1]))
        length--;
    size_t first = length;
    while (first > 0 && !os_path_separates(folder[first - 1]))
        first--;
    if (length - first >= NAME_BYTES)
        return false;
    snprintf(name, NAME_BYTES, "%.*s", (int)(length - first), folder + first);
    bool legal = islower((unsigned char)name[0]);
    for (const char *c = name; *c; c++)
        legal = legal && (islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
    return legal;
}

/* Writes one file with the technique's name in it. Returns 0 or an errno. */
static int file_write(const char *folder, const struct template_files *file, const char *name)
{
    char path[PATH_BYTES];
    struct text text = { 0 };
    const char *at = file->text, *end = file->text + file->bytes;
    const size_t length = strlen(placeholder);
    if (snprintf(path, sizeof(path), "%s/%s", folder, file->name) >= (int)sizeof(path))
        return ENAMETOOLONG;
    while (at < end) {
        const bool found = (size_t)(end - at) >= length && memcmp(at, placeholder, length) == 0;
        text_add_bytes(&text, found ? name : at, found ? strlen(name) : 1);
        at += found ? length : 1;
    }
    const int code = output_write(path, OUTPUT_NEW, text_string(&text), text.length);
    text_finish(&text);
    return code;
}

static int new_run(const struct command_line *line)
{
    char name[NAME_BYTES];
    if (line->options->positional_count != 1)
        return message_error("new: name one folder: claimcheck new my_technique");
    const char *folder = line->options->positionals[0];
    if (!name_take(folder, name))
        return message_error(
            "new: '%s' is not a name of a technique: name the folder in lower-case "
            "letters, digits and '_', such as my_scan",
            folder);
    if (selection_technique(line->techniques, name))
        return message_error("new: there is a technique '%s' in this build: name another folder",
                             name);
    /* 0 for a folder that is not there, or is empty; else an errno. */
    size_t count = 0;
    char **names = os_path_names(folder, &count);
    int failure = names ? (count > 0 ? ENOTEMPTY : 0) : errno == ENOENT ? 0 : errno;
    os_path_names_free(&names);
    if (failure == ENOTEMPTY)
        return message_error("new: '%s' is not empty: name a new folder", folder);
    if (failure == 0)
        failure = os_path_make_folder(folder, 0777);
    failure = failure == EEXIST ? 0 : failure;
    for (const struct template_files *file = template_files; failure == 0 && file->name; file++)
        failure = file_write(folder, file, name);
    if (failure != 0)
        return message_error(
            "new: cannot write '%s': %s; remove what is there of it, and try again", folder,
            output_error(failure));
    OWNED char *word = disk_shell_word(folder);
    for (const struct template_files *file = template_files; file->name; file++)
        printf("wrote %s/%s\n", folder, file->name);
    printf("next  claimcheck check %s\n      claimcheck run --technique %s --filter '^%s[.]'\n",
           word, word, name);
    return EXIT_CODE_OK;
}

static const struct option_spec new_options[] = { OPTION_END };

const struct command command_new = {
    .name = "new",
    .arguments = "FOLDER",
    .summary = "writes a small technique into a folder: kernel, reference, claims",
    .example = "claimcheck new my_technique",
    .options = new_options,
    .operands = true,
    .run = new_run,
};
