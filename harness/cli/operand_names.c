/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <string.h>

/* Operands ------------------------------------------------------------------------------------- */

/* True of what is no path: a file that is missing has a folder or an ending that says so. */
static bool is_word(const char *operand)
{
    return !strpbrk(operand, "/\\") && !disk_is_there(operand) && !row_file_is(operand) &&
           run_file_stem_bytes(operand) == strlen(operand) && *operand != 0 &&
           strcmp(operand, "-") != 0;
}

static const struct option_spec *spec_find(const struct command *command, const char *name)
{
    const struct option_spec *spec = command->options;
    while (spec->name && strcmp(spec->name, name) != 0)
        spec++;
    return spec->name ? spec : NULL;
}

static int unknown_say(const struct command_line *line, const char *word,
                       const struct published_list *published)
{
    OWNED_BY(name_list_finish) struct name_list list = { 0 };
    OWNED_TEXT struct text devices = { 0 };
    char hint[MESSAGE_BYTES / 4] = "";
    const struct command *command = line->command;
    const bool claims = spec_find(command, "claim");
    const char *technique = selection_name(line->techniques, word);
    const struct option_spec *format = spec_find(command, "format");
    kept_run_devices(&devices);
    const char *all = text_string(&devices);
    OWNED char *parts = need_copy(all);
    for (char *part = strtok(parts, ", -"); part; part = strtok(NULL, ", -"))
        name_list_add(&list, part);
    if (claims)
        published_option_names(published, &list);
    snprintf(hint, sizeof(hint), "%s", name_list_hint(&list, word));
    if (!*hint && published_list_has(published, word))
        snprintf(hint, sizeof(hint), "; of papers: claimcheck claims %s", word);
    else if (!*hint && format && format->words && strstr(format->words, word))
        snprintf(hint, sizeof(hint), "; as a format: --format %s", word);
    else if (!*hint && technique && spec_find(command, "filter"))
        snprintf(hint, sizeof(hint), "; of cases: --filter %s", technique);
    else if (!*hint && spec_find(command, "out"))
        snprintf(hint, sizeof(hint), "; to write there: --out %s", word);
    return message_error("%s: '%s' is not a file%s, and not a kept device: %s%s", command->name,
                         word, claims ? ", a paper or a claim" : "", *all ? all : "there is none",
                         hint);
}

char *operand_names_run(const char *word)
{
    if (!is_word(word))
        return need_copy(word);
    OWNED_BY(run_destroy) struct run *run = kept_run_find(word);
    return run ? need_copy(run->path) : NULL;
}

/* Puts a path, which is the names' from here on, in the place of a word; NULL: there is none. */
static void path_take(struct operand_names *names, const struct command *command, const char *word,
                      char *path)
{
    if (!path)
        return;
    if (command->names == COMMAND_NAMES_RUNS && !command->lines && !command->pair)
        message_note("%s: %s: %s, one kept run; claimcheck claims %s judges by all of them",
                     command->name, word, path, word);
    else
        message_note("%s: %s: %s", command->name, word, path);
    names->paths[names->path_count++] = path;
    names->options.positionals[names->options.positional_count++] = path;
}

static int word_take(struct operand_names *names, const struct command_line *line, const char *word)
{
    const struct command *command = line->command;
    struct options *options = &names->options;
    if (spec_find(command, "claim") && published_list_has(&names->papers, word)) {
        const char *first = options_value(options, "claim");
        if (first)
            return message_error("%s: '%s' and '%s': one paper or claim at a time", command->name,
                                 first, word);
        options->given[options->given_count++] =
            (struct option_given){ .spec = spec_find(command, "claim"), .value = word };
        return EXIT_CODE_OK;
    }
    char *path = command->names == COMMAND_NAMES_NONE ? NULL
                 : command->names == COMMAND_NAMES_RUNS
                     ? operand_names_run(word)
                     : kept_device_find(ROW_FOLDER, ROW_ENDING, word);
    if (!path && strstr(trouble_text(), "devices match"))
        return message_error("%s: %s", command->name, trouble_text());
    char *runs = command->names == COMMAND_NAMES_HISTORY
                     ? kept_device_find(KEPT_RUN_FOLDER, "", word)
                     : NULL;
    if (!path && !runs && command->names == COMMAND_NAMES_HISTORY) {
        options->positionals[options->positional_count++] = word;
        return EXIT_CODE_OK;
    }
    if (!path && !runs)
        return unknown_say(line, word, &names->papers);
    path_take(names, command, word, path);
    path_take(names, command, word, runs);
    return EXIT_CODE_OK;
}

static void last_take(struct operand_names *names, const struct command *command)
{
    struct options *options = &names->options;
    const size_t least = command->pair && !options_has(options, "with") ? 1 : 0;
    const bool claim = command->names == COMMAND_NAMES_ROWS && options_has(options, "claim");
    OWNED_TEXT struct text kept = { 0 };
    if (options->positional_count != least && options->positional_count > 0)
        return;
    if (claim)
        kept_run_devices(&kept);
    if (disk_is_there(LATEST_FILE)) {
        if (kept.length > 0)
            message_note("%s: " LATEST_FILE
                         ", the last run; of a kept device: claimcheck %s %s %.*s",
                         command->name, command->name, options_value(options, "claim"),
                         (int)strcspn(kept.string, ","), kept.string);
        else
            message_note("%s: " LATEST_FILE ", the last run", command->name);
        options->positionals[options->positional_count++] = LATEST_FILE;
    } else if (claim) {
        /* The rows of every kept device, for a claim that is asked of no run. */
        const size_t room = kept.length + 1; /* a character or more a device */
        names->paths = need_again(names->paths, (names->path_count + room) * sizeof(char *));
        options->positionals = need_again(options->positionals, room * sizeof(char *));
        for (char *device = kept.string ? strtok(kept.string, ", ") : NULL; device;
             device = strtok(NULL, ", ")) {
            char *path = kept_device_find(ROW_FOLDER, ROW_ENDING, device);
            if (!path)
                continue;
            names->paths[names->path_count++] = path;
            options->positionals[options->positional_count++] = path;
        }
        if (options->positional_count > 0)
            message_note("%s: the kept devices, for there is no last run here", command->name);
    }
}

int operand_names_take(struct operand_names *names, const struct command_line *line,
                       const struct options *given)
{
    const struct command *command = line->command;
    const size_t count = given->positional_count;
    bool words = false;
    int code = EXIT_CODE_OK;
    *names = (struct operand_names){ .options = *given };
    struct options *options = &names->options;
    names->paths = need_zeroed(2 * count + 1, sizeof(*names->paths));
    options->positionals = need_zeroed(2 * count + 2, sizeof(*options->positionals));
    options->given = need_zeroed(given->given_count + count + 1, sizeof(*options->given));
    if (given->given_count > 0)
        memcpy(options->given, given->given, given->given_count * sizeof(*options->given));
    options->positional_count = 0;
    for (size_t i = 0; i < count && !given->help; i++)
        words = words || (command->names != COMMAND_NAMES_NONE && is_word(given->positionals[i]));
    if (words && !published_papers_open(&names->papers, NULL, 0, line->techniques))
        code = message_error("%s: %.*s", command->name, (int)strcspn(trouble_text(), "\n"),
                             trouble_text());
    for (size_t i = 0; i < count && code == EXIT_CODE_OK; i++)
        if (words && is_word(given->positionals[i]))
            code = word_take(names, line, given->positionals[i]);
        else
            options->positionals[options->positional_count++] = given->positionals[i];
    if (code == EXIT_CODE_OK && command->takes_latest && !given->help &&
        !options_has(options, "new"))
        last_take(names, command);
    return code;
}

void operand_names_finish(struct operand_names *names)
{
    for (size_t i = 0; i < names->path_count; i++)
        free(names->paths[i]);
    free(names->paths);
    published_list_finish(&names->papers);
    options_finish(&names->options);
}
