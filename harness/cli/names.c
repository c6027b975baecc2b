/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"
#include "harness/record/record.h"
#include "harness/record/run/run.h"

#include <stdlib.h>
#include <string.h>

/* Variants ------------------------------------------------------------------------------------- */

const char *selection_name(const struct technique *const *techniques, const char *word)
{
    struct name_list names = { 0 };
    const char *last = word + strlen(word);
    while (last > word && last[-1] != '/' && last[-1] != '.')
        last--;
    for (const struct technique *const *t = techniques; *t; t++) {
        name_list_add(&names, (*t)->name);
        if ((*t)->alias)
            name_list_add(&names, (*t)->alias);
        for (const struct bench *const *bench = (*t)->benches; *bench; bench++) {
            name_list_add(&names, (*bench)->name);
            for (const struct bench_variant *v = (*bench)->variants; v->name; v++)
                name_list_add(&names, v->name);
        }
    }
    const char *name = nearest_find(last, names.names, names.count);
    name_list_finish(&names);
    for (const struct technique *const *t = techniques; *t && name; t++)
        if ((*t)->alias && strcmp((*t)->alias, name) == 0)
            return (*t)->name;
    return name;
}

/* Kept runs ------------------------------------------------------------------------------------ */

#define KEPT_RUN_FOLDER "results/runs"

/* Names in a folder, sorted; malloc'ed, and each of them. Empty when it cannot be read. */
struct names {
    char **entries;
    size_t count;
};

static struct names names_read(const char *folder)
{
    struct names names = { NULL, 0 };
    size_t count = 0;
    names.entries = os_path_names(folder, &count);
    for (size_t i = 0; names.entries && i < count; i++) {
        char *name = names.entries[i];
        names.entries[i] = NULL;
        if (name[0] == '.')
            free(name);
        else
            names.entries[names.count++] = name;
    }
    return names;
}

static void names_finish(struct names *names)
{
    os_path_names_free(&names->entries);
}

/* Paths ---------------------------------------------------------------------------------------- */

/* A path from the root as it is seen from the working directory, where it is within that; else the
 * path. A part of it. */
static const char *path_here(const char *path)
{
    char *here = os_path_here();
    const size_t bytes = here ? strlen(here) : 0;
    const bool root = bytes == 1;
    const bool within =
        bytes > 0 && strncmp(path, here, bytes) == 0 &&
        (root ? path[1] != 0 : os_path_separates(path[bytes]) && path[bytes + 1] != 0);
    free(here);
    return !within ? path : path + bytes + (root ? 0 : 1);
}

/* Folders -------------------------------------------------------------------------------------- */

/* The one name that is wanted, or that has it as a part; NULL with a message. */
static const char *device_choose(const struct names *names, const char *ending, const char *device,
                                 const char *folder)
{
    char slug[RUN_SLUG_BYTES];
    const char *found = NULL;
    struct text list = { 0 };
    int matches = 0;
    run_path_slug(device, slug);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->entries[i];
        if (!strstr(name, slug))
            continue;
        found = name;
        matches++;
        if (strncmp(name, slug, strlen(slug)) == 0 && strcmp(name + strlen(slug), ending) == 0) {
            matches = 1;
            break;
        }
    }
    if (matches == 1)
        return found;
    /* "nvidia-h100-80gb-hbm3, nvidia-h200", less their ending. */
    const char *part = matches > 0 ? slug : "";
    for (size_t i = 0; i < names->count; i++)
        if (strstr(names->entries[i], part))
            text_join(&list, ", ", "%.*s", (int)(strlen(names->entries[i]) - strlen(ending)),
                      names->entries[i]);
    if (matches > 1)
        trouble("%.100s: %d devices match: %s; give more of its name", device, matches,
                text_string(&list));
    else
        trouble("%.100s: no kept run of such a device in '%s'%s%s", device, path_here(folder),
                list.length > 0 ? "; there are: " : "", text_string(&list));
    text_finish(&list);
    return NULL;
}

/*
 * The file or folder "<folder>/<device><ending>" of a device, malloc'ed. `device` is its name there
 * or a part of it, or words that make one: "h100", "NVIDIA H100". The folder is the one that
 * belongs to the executable (harness/base/base.h); paths and messages have it as seen from
 * the working directory, where it is within that. NULL with a one-line message: nothing has the
 * name, or several do.
 */
static char *kept_device_find(const char *folder, const char *ending, const char *device)
{
    char *all = data_folder_find(folder), *path = NULL;
    if (!all) {
        trouble("%.100s: no folder %s beside the executable, above it, or here", device, folder);
        return NULL;
    }
    struct names names = names_read(all);
    size_t count = 0;
    for (size_t i = 0; i < names.count; i++) {
        char *name = names.entries[i];
        names.entries[i] = NULL;
        if (text_ends(name, ending))
            names.entries[count++] = name;
        else
            free(name);
    }
    names.count = count;
    const char *name = device_choose(&names, ending, device, all);
    if (name)
        path = text_make("%s/%s", path_here(all), name);
    names_finish(&names);
    free(all);
    return path;
}

/* Files ---------------------------------------------------------------------------------------- */

/* All cases of the profile. */
static bool is_whole(const struct run *run)
{
    static const char *const narrow[] = { "--filter", "--axis", "--claims", "--kernel" };
    for (size_t i = 0; i < run->session.plan_argument_count; i++)
        for (size_t k = 0; k < sizeof(narrow) / sizeof(narrow[0]); k++)
            if (strncmp(run->session.plan_arguments[i], narrow[k], strlen(narrow[k])) == 0)
                return false;
    return true;
}

/* Loads a run for a comparison; NULL for another one, and with a message where it cannot be
 * read. */
static struct run *whole_load(const char *folder, const char *file)
{
    char *path = text_make("%s/%s", folder, file);
    struct run *run = run_load(path_here(path));
    free(path);
    if (run &&
        (!run->session.complete || strcmp(run->session.profile, profile_names[BENCH_PAPER]) != 0))
        run_destroy(&run);
    return run;
}

/* The newest run of a device's folder. NULL with a message. */
static struct run *kept_run_of(const char *folder)
{
    struct names files = names_read(folder);
    struct run *best = NULL;
    trouble_clear();
    for (size_t i = 0; i < files.count; i++) {
        struct run *other = whole_load(folder, files.entries[i]);
        const bool whole = other && is_whole(other);
        if (other && (!best || (whole == is_whole(best)
                                    ? strcmp(other->session.started, best->session.started) > 0
                                    : whole))) {
            run_destroy(&best);
            best = other;
            other = NULL;
        }
        run_destroy(&other);
    }
    if (!best)
        trouble("'%s' has no run of the profile %s%s%s", path_here(folder),
                profile_names[BENCH_PAPER], *trouble_text() ? ": " : "", trouble_text());
    names_finish(&files);
    return best;
}

struct run *kept_run_find(const char *device)
{
    char *folder = kept_device_find(KEPT_RUN_FOLDER, "", device);
    struct run *run = folder ? kept_run_of(folder) : NULL;
    free(folder);
    return run;
}

void kept_run_devices(struct text *text)
{
    char *runs = data_folder_find(KEPT_RUN_FOLDER);
    struct names devices = { NULL, 0 };
    if (runs)
        devices = names_read(runs);
    for (size_t i = 0; i < devices.count; i++) {
        char *folder = text_make("%s/%s", runs, devices.entries[i]);
        struct names files = names_read(folder);
        bool found = false; /* one to compare with */
        for (size_t k = 0; k < files.count && !found; k++) {
            struct run *run = whole_load(folder, files.entries[k]);
            found = run;
            run_destroy(&run);
        }
        if (found)
            text_join(text, ", ", "%s", devices.entries[i]);
        names_finish(&files);
        free(folder);
    }
    names_finish(&devices);
    free(runs);
}

char *kept_run_output(const char *run_file, const char *ending)
{
    const size_t length = strlen(KEPT_RUN_FOLDER);
    const char *kept = strstr(run_file, KEPT_RUN_FOLDER);
    while (kept &&
           (!os_path_separates(kept[length]) || (kept > run_file && !os_path_separates(kept[-1]))))
        kept = strstr(kept + 1, KEPT_RUN_FOLDER);
    const char *path = kept ? disk_base_name(run_file) : run_file;
    return text_make("%.*s%s", (int)run_file_stem_bytes(path), path, ending);
}

/* Cards ---------------------------------------------------------------------------------------- */

bool card_find_kept(const struct run *run, struct card_shown *card)
{
    struct row_list rows = { 0 };
    char slug[RUN_SLUG_BYTES], *folder = data_folder_find(ROW_FOLDER);
    run_path_slug(run->device.name, slug);
    char *path = text_make("%s/%s" ROW_ENDING, folder ? folder : ROW_FOLDER, slug);
    const bool read = !disk_is_there(path) || row_list_load(&rows, path);
    *card = (struct card_shown){ .device = run->device.name };
    card_find(run, rows.rows, rows.count, card->places);
    for (size_t i = 0; i < rows.count; i++)
        run_destroy(&rows.rows[i]);
    free(rows.rows);
    free(path);
    free(folder);
    return read;
}

void card_find_say(const struct run *run, struct text *text)
{
    struct card_shown card;
    const struct row_units units = row_units_of(run);
    if (run->device.software || !(units.operations_per_s > 0 || units.copy_bytes_per_s > 0))
        return;
    if (!card_find_kept(run, &card))
        message_warning("the card has no place among others: %s", trouble_text());
    else if (card_measured(&card))
        card_sentence(&card, text);
}

/* Runs ----------------------------------------------------------------------------------------- */

int run_list_open(struct run_list *list, const struct options *options, const char *command,
                  bool rows)
{
    const size_t count = options->positional_count;
    int code = EXIT_CODE_OK;
    char(*messages)[MESSAGE_BYTES] = need_zeroed(count, sizeof(*messages));
    struct run **runs = need_zeroed(count, sizeof(struct run *));
    const char **paths = need_zeroed(count, sizeof(*paths));
    size_t path_count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *operand = options->positionals[i];
        if (!row_file_is(operand))
            paths[path_count++] = operand;
        else if (!rows)
            code = message_error("%s: '%s' has rows of evidence, which claimcheck claims and cite "
                                 "read: name a run file",
                                 command, operand);
        else {
            struct row_list more = { 0 };
            if (!row_list_load(&more, operand))
                code = message_error("%s: %s", command, trouble_text());
            list->runs =
                need_again(list->runs, (list->count + more.count + 1) * sizeof(struct run *));
            for (size_t k = 0; k < more.count; k++)
                list->runs[list->count++] = more.rows[k];
            free(more.rows);
        }
    }
    run_load_all(paths, path_count, runs, messages);
    list->runs = need_again(list->runs, (list->count + path_count + 1) * sizeof(struct run *));
    for (size_t i = 0; i < path_count; i++)
        if (runs[i])
            list->runs[list->count++] = runs[i];
        else
            code = message_error("%s: %s", command, messages[i]);
    free(messages);
    free(runs);
    free(paths);
    const struct run *first, *again = estimate_run_again(run_list_runs(list), list->count, &first);
    if (code == EXIT_CODE_OK && again)
        return message_error("%s: '%s' and '%s' are one run: name it once", command, first->path,
                             again->path);
    return code;
}

struct run *run_list_one(const struct command_line *line)
{
    const char *command = line->command->name;
    const struct options *options = line->options;
    if (options->positional_count != 1) {
        message_error("%s: %s claimcheck %s RUN.json", command,
                      options->positional_count == 0 ? "which run file?"
                                                     : "one run file at a time:",
                      command);
        return NULL;
    }
    struct run *run = run_load(options->positionals[0]);
    if (!run)
        message_error("%s: %s", command, trouble_text());
    return run;
}

void run_list_finish(struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_destroy(&list->runs[i]);
    free(list->runs);
    *list = (struct run_list){ 0 };
}

const struct run *const *run_list_runs(const struct run_list *list)
{
    return (const struct run *const *)list->runs;
}

int run_list_judge(struct run_list_judged *judged, const struct command_line *line, bool rows)
{
    const char *command = line->command->name;
    *judged = (struct run_list_judged){ 0 };
    int code = published_option_open(&judged->published, line->options, line->techniques, command);
    if (code == EXIT_CODE_OK &&
        !published_option_claim(&judged->published, options_value(line->options, "claim"), command,
                                &judged->claim))
        code = EXIT_CODE_UNTRIED;
    if (code == EXIT_CODE_OK)
        code = run_list_open(&judged->list, line->options, command, rows);
    const struct run *const *runs = run_list_runs(&judged->list);
    if (code == EXIT_CODE_OK)
        code = published_option_check(&judged->published, line, runs, judged->list.count);
    if (code != EXIT_CODE_OK)
        return code;
    judged->claims =
        claims_judge(&(struct claims_request){ .runs = runs,
                                               .run_count = judged->list.count,
                                               .published = judged->published.files,
                                               .published_count = judged->published.count });
    return EXIT_CODE_OK;
}

void run_list_judged_finish(struct run_list_judged *judged)
{
    claims_destroy(&judged->claims);
    run_list_finish(&judged->list);
    published_list_finish(&judged->published);
}

/* Operands ------------------------------------------------------------------------------------- */

/* True of what is no path: a file that is missing has a folder or an ending that says so. */
static bool is_word(const char *operand)
{
    return !strpbrk(operand, "/\\") && !disk_is_there(operand) && !row_file_is(operand) &&
           run_file_stem_bytes(operand) == strlen(operand) && *operand != 0 &&
           strcmp(operand, "-") != 0;
}

/* Papers and claims ---------------------------------------------------------------------------- */

static const struct option_spec *spec_find(const struct command *command, const char *name)
{
    const struct option_spec *spec = command->options;
    while (spec->name && strcmp(spec->name, name) != 0)
        spec++;
    return spec->name ? spec : NULL;
}

/* Words ---------------------------------------------------------------------------------------- */

static int unknown_say(const struct command_line *line, const char *word,
                       const struct published_list *published)
{
    struct name_list list = { 0 };
    struct text devices = { 0 };
    char hint[MESSAGE_BYTES / 4] = "";
    const struct command *command = line->command;
    const bool claims = spec_find(command, "claim");
    const char *technique = selection_name(line->techniques, word);
    const struct option_spec *format = spec_find(command, "format");
    kept_run_devices(&devices);
    char *all = text_take(&devices), *parts = need_copy(all);
    for (char *part = strtok(parts, ", -"); part; part = strtok(NULL, ", -"))
        name_list_add(&list, part);
    for (size_t i = 0; claims && i < published->count; i++) {
        name_list_add(&list, published->files[i]->id);
        for (size_t k = 0; k < published->files[i]->claim_count; k++)
            name_list_add(&list, published->files[i]->claims[k].id);
    }
    name_list_hint(&list, word, hint, sizeof(hint));
    if (!*hint && published_list_has(published, word))
        snprintf(hint, sizeof(hint), "; of papers: claimcheck claims %s", word);
    else if (!*hint && format && format->words && strstr(format->words, word))
        snprintf(hint, sizeof(hint), "; as a format: --format %s", word);
    else if (!*hint && technique && spec_find(command, "filter"))
        snprintf(hint, sizeof(hint), "; of cases: --filter %s", technique);
    else if (!*hint && spec_find(command, "out"))
        snprintf(hint, sizeof(hint), "; to write there: --out %s", word);
    message_error("%s: '%s' is not a file%s, and not a kept device: %s%s", command->name, word,
                  claims ? ", a paper or a claim" : "", *all ? all : "there is none", hint);
    name_list_finish(&list);
    free(parts);
    free(all);
    return EXIT_CODE_UNTRIED;
}

char *operand_names_run(const char *word)
{
    if (!is_word(word))
        return need_copy(word);
    struct run *run = kept_run_find(word);
    char *path = run ? need_copy(run->path) : NULL;
    run_destroy(&run);
    return path;
}

/* Puts a path, which is the names' from here on, in the place of a word; NULL: there is none. */
static void path_take(struct operand_names *names, const struct command *command, const char *word,
                      char *path)
{
    if (!path)
        return;
    message_note("%s: %s: %s", command->name, word, path);
    names->paths[names->path_count++] = path;
    names->options.positionals[names->options.positional_count++] = path;
}

static int word_take(struct operand_names *names, const struct command_line *line, const char *word,
                     const struct published_list *published)
{
    const struct command *command = line->command;
    struct options *options = &names->options;
    if (spec_find(command, "claim") && published_list_has(published, word)) {
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
        return unknown_say(line, word, published);
    path_take(names, command, word, path);
    path_take(names, command, word, runs);
    return EXIT_CODE_OK;
}

/* All ------------------------------------------------------------------------------------------ */

static void last_take(struct operand_names *names, const struct command *command)
{
    struct options *options = &names->options;
    const size_t least = command->pair && !options_has(options, "with") ? 1 : 0;
    if (options->positional_count != least && options->positional_count > 0)
        return;
    if (disk_is_there(LATEST_FILE)) {
        struct text kept = { 0 };
        if (command->names == COMMAND_NAMES_ROWS && options_has(options, "claim"))
            kept_run_devices(&kept);
        if (kept.length > 0)
            message_note("%s: " LATEST_FILE
                         ", the last run; of a kept device: claimcheck %s %s %.*s",
                         command->name, command->name, options_value(options, "claim"),
                         (int)strcspn(kept.string, ","), kept.string);
        else
            message_note("%s: " LATEST_FILE ", the last run", command->name);
        text_finish(&kept);
        options->positionals[options->positional_count++] = LATEST_FILE;
    } else if (command->names == COMMAND_NAMES_ROWS && options_has(options, "claim")) {
        /* The rows of every kept device, for a claim that is asked of no run. */
        struct text kept = { 0 };
        kept_run_devices(&kept);
        const size_t room = kept.length + 1; /* a character or more a device */
        names->paths = need_again(names->paths, (names->path_count + room) * sizeof(char *));
        options->positionals = need_again(options->positionals, room * sizeof(char *));
        char *devices = text_take(&kept);
        for (char *device = strtok(devices, ", "); device; device = strtok(NULL, ", ")) {
            char *path = kept_device_find(ROW_FOLDER, ROW_ENDING, device);
            if (!path)
                continue;
            names->paths[names->path_count++] = path;
            options->positionals[options->positional_count++] = path;
        }
        if (options->positional_count > 0)
            message_note("%s: the kept devices, for there is no last run here", command->name);
        free(devices);
    }
}

int operand_names_take(struct operand_names *names, const struct command_line *line,
                       const struct options *given)
{
    const struct command *command = line->command;
    struct published_list published = { 0 };
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
    if (words && !published_papers_open(&published, NULL, 0, line->techniques))
        code = message_error("%s: %.*s", command->name, (int)strcspn(trouble_text(), "\n"),
                             trouble_text());
    for (size_t i = 0; i < count && code == EXIT_CODE_OK; i++)
        if (words && is_word(given->positionals[i]))
            code = word_take(names, line, given->positionals[i], &published);
        else
            options->positionals[options->positional_count++] = given->positionals[i];
    if (code == EXIT_CODE_OK && command->takes_latest && !given->help &&
        !options_has(options, "new"))
        last_take(names, command);
    published_list_finish(&published);
    return code;
}

void operand_names_finish(struct operand_names *names)
{
    for (size_t i = 0; i < names->path_count; i++)
        free(names->paths[i]);
    free(names->paths);
    options_finish(&names->options);
}
