/* SPDX-License-Identifier: MIT */
#include "bench/declared/private.h"

#include "harness/base/need.h"
#include "harness/os/os.h"

#include <stdlib.h>
#include <string.h>

/* Content -------------------------------------------------------------------------------------- */

enum { CONTENT_FILES_MAX = 4096, CONTENT_DEPTH_MAX = 64 };

struct walk {
    struct text *text;
    const struct declared_spec *spec;
    enum declared_content of;
    size_t count;
};

static bool is_left_out(const struct walk *walk, const char *name)
{
    for (size_t i = 0; i < walk->spec->command_count; i++)
        for (size_t k = 0; k < walk->spec->commands[i].count; k++)
            if (strcmp(walk->spec->commands[i].words[k], name) == 0)
                return false;
    for (size_t i = 0; i < walk->spec->variant_count && walk->of != DECLARED_OF_BUILDS; i++)
        for (size_t k = 0; k < walk->spec->variants[i].kernel_count; k++) {
            const char *kernel = walk->spec->variants[i].kernels[k]->kernel;
            const size_t length = (size_t)(shader_file_path_end(kernel) - kernel);
            if (strncmp(kernel, name, length) == 0 && name[length] == 0)
                return true;
        }
    return strcmp(name, ".git") == 0 ||
           (walk->of != DECLARED_OF_ANSWERS &&
            (strcmp(name, "technique.json") == 0 || strcmp(name, "claims.json") == 0));
}

static bool folder_add(struct walk *walk, const char *below, int depth);

/* Whether a link leads to a folder that it lies in: all of that is added anyhow. */
static bool leads_back(const char *path)
{
    OWNED char *to = os_path_whole(path);
    OWNED char *up = text_make("%.*s", (int)(strrchr(path, '/') - path), path);
    OWNED char *from = os_path_whole(up);
    const size_t length = to ? strlen(to) : 0;
    return to && from && strncmp(to, from, length) == 0 &&
           (from[length] == 0 || os_path_separates(from[length]));
}

static bool name_add(struct walk *walk, const char *name, int depth)
{
    char sha256[SHA256_TEXT_BYTES] = "";
    OWNED char *path = text_make("%s/%s", walk->spec->folder, name);
    struct os_file_status own, there;
    bool good = os_path_look_link(path, &own) && ++walk->count <= CONTENT_FILES_MAX;
    const bool is_there = good && os_path_look(path, &there); /* unlike a link to nothing */
    if (is_there && there.kind == OS_FILE_IS_FOLDER)
        good = (own.kind != OS_FILE_IS_FOLDER && leads_back(path)) ||
               folder_add(walk, name, depth + 1);
    else if (is_there && there.kind == OS_FILE_IS_REGULAR)
        good = sha256_file(path, sha256) == 0;
    if (good)
        text_add_format(walk->text, "%s %s\n", name, sha256);
    return good;
}

/* below: name of a folder below the technique's, or "". */
static bool folder_add(struct walk *walk, const char *below, int depth)
{
    size_t count = 0;
    OWNED char *folder = text_make("%s/%s", walk->spec->folder, below);
    OWNED_NAMES char **names = depth < CONTENT_DEPTH_MAX ? os_path_names(folder, &count) : NULL;
    bool good = names;
    for (size_t i = 0; i < count && good; i++) {
        OWNED char *name = text_make("%s%s%s", below, *below ? "/" : "", names[i]);
        good = is_left_out(walk, name) || name_add(walk, name, depth);
    }
    return good;
}

bool declared_content_add(struct text *text, const struct declared_spec *spec,
                          enum declared_content of)
{
    struct walk walk = { text, spec, of, 0 };
    if (!folder_add(&walk, "", 0))
        return false;
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count; k++) {
            const char *word = spec->commands[i].words[k];
            char sha256[SHA256_TEXT_BYTES];
            struct os_file_status there;
            /* A file that a word names by its whole path lies anywhere. */
            if (!os_path_is_absolute(word) || !os_path_look(word, &there) ||
                there.kind != OS_FILE_IS_REGULAR)
                continue;
            if (sha256_file(word, sha256) != 0)
                return false;
            text_add_format(text, "%s %s\n", word, sha256);
        }
    return true;
}

/* Trust ---------------------------------------------------------------------------------------- */

static const char variable[] = "CLAIMCHECK_TRUST";

/* Hashes what the folder's programs are made of. */
static bool hash_make(const struct declared_spec *spec, char hash[SHA256_TEXT_BYTES])
{
    OWNED_TEXT struct text text = { 0 };
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count; k++)
            text_add_format(&text, "%s %s\n", spec->commands[i].role, spec->commands[i].words[k]);
    if (!declared_content_add(&text, spec, DECLARED_OF_PROGRAMS))
        return trouble("'%.300s' has programs, and not all of its files can be read (of at most "
                       "4096)",
                       spec->folder);
    sha256_text(text.string, text.length, hash);
    return true;
}

/* Lines of hashes that the user has accepted, malloc'ed; "" where there are none. */
static char *accepted_load(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    return path && kept_file_load(path, &text, &size) == 0 ? text : need_copy("");
}

static bool is_known(const char *hash)
{
    const char *said = getenv(variable);
    if (said && (strcmp(said, "1") == 0 || strstr(said, hash)))
        return true;
    for (const char *const *known = declared_trust_known; *known; known++)
        if (strcmp(*known, hash) == 0)
            return true;
    OWNED char *path = kept_file_state_path("trusted"), *accepted = accepted_load(path);
    return strstr(accepted, hash);
}

/* Has later processes know it, and those that this one starts. */
static void accept(const struct declared_spec *spec, const char *hash)
{
    OWNED char *path = kept_file_state_path("trusted"), *accepted = accepted_load(path);
    const char *said = getenv(variable);
    OWNED char *both = text_make("%s:%s", said ? said : "", hash);
    OWNED char *lines = text_make("%s%s %s\n", accepted, hash, disk_base_name(spec->folder));
    os_environment_set(variable, both);
    if (path)
        kept_file_write(path, lines, strlen(lines));
}

/* The command lines as they are declared. */
static char *programs_text(const struct declared_spec *spec)
{
    struct text text = { 0 };
    for (size_t i = 0; i < spec->command_count; i++)
        for (size_t k = 0; k < spec->commands[i].count; k++) {
            if (strcmp(spec->commands[i].role, "environment") == 0) /* names of variables */
                break;
            OWNED char *word = disk_shell_word_shown(spec->commands[i].words[k]);
            text_add_format(&text, "%s%s", k > 0 ? " " : text.length > 0 ? "; " : "", word);
        }
    return text_take(&text);
}

static bool refuse(const struct declared_spec *spec)
{
    OWNED char *programs = programs_text(spec);
    trouble("'%.300s' has a program that would run as you, and was not accepted as it is now: "
            "%.300s: read it, then accept it with run --trust or CLAIMCHECK_TRUST=1",
            spec->folder, programs);
    printable_clean(trouble_buffer());
    return false;
}

bool declared_trust_holds(const struct declared_spec *spec)
{
    char hash[SHA256_TEXT_BYTES];
    return hash_make(spec, hash) && (is_known(hash) || refuse(spec));
}

bool declared_trust_ask(const struct declared_spec *spec, bool given)
{
    char hash[SHA256_TEXT_BYTES];
    if (!hash_make(spec, hash))
        return false;
    if (is_known(hash))
        return true;
    if (!given && message_can_ask()) {
        OWNED char *programs = programs_text(spec);
        message_note("claimcheck: '%s' has a program that you have not accepted as it is now:",
                     spec->folder);
        message_note("  %s", programs);
        given = message_ask("Run these programs as you?");
    }
    if (!given)
        return refuse(spec);
    accept(spec, hash);
    return true;
}

/* Cache ---------------------------------------------------------------------------------------- */

/* Adds " bytes number written changed" of a file, and of all in a folder. */
static void file_add(struct text *text, const char *path, int depth)
{
    struct os_file_status own;
    size_t count = 0;
    if (!os_path_look_link(path, &own))
        return;
    text_add_format(text, " %llu %llu %lld %lld", (unsigned long long)own.bytes,
                    (unsigned long long)own.number, (long long)own.written_ns,
                    (long long)own.changed_ns);
    const bool goes_on = own.kind == OS_FILE_IS_FOLDER && depth < CONTENT_DEPTH_MAX;
    OWNED_NAMES char **names = goes_on ? os_path_names(path, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        OWNED char *below = text_make("%s/%s", path, names[i]);
        text_add_format(text, " %s", names[i]);
        file_add(text, below, depth + 1);
    }
}

static struct text noted; /* lines of what this process has made while programs ran */

static void line_add(struct text *text, const char *path)
{
    text_add_format(text, "\n%s", path);
    file_add(text, path, 0);
    text_add(text, "\n");
}

void declared_confine_note(const char *path)
{
    line_add(&noted, path);
}

/* Whether what was not so before is gone now. */
static bool change_remove(const struct declared_confine *confine, const char *path,
                          const char *line)
{
    return !strstr(text_string(&confine->before), line) && !strstr(text_string(&noted), line) &&
           (os_path_remove(path) == 0 ||
            (os_path_empty_folder(path, NULL) && os_path_remove_folder(path) == 0));
}

/* Looks at each file of the cache, at each build that is whole, and at the list of folders that are
 * trusted: a line says how it is. Keeps the lines; once the program of these words has ended,
 * removes what is not as it was, and names the first. */
static void cache_look(struct declared_confine *confine, const char *words)
{
    enum { BUILDS = 1, FOLDERS = 3 };
    size_t removed = 0;
    for (int at = 0; at < FOLDERS; at++) {
        size_t count = 0;
        OWNED char *folder = text_make("%s%s", at <= BUILDS ? confine->cache : confine->state,
                                       at == BUILDS ? "/builds" : "");
        OWNED_NAMES char **names = os_path_names(folder, &count);
        for (size_t i = 0; i < count; i++) {
            OWNED_TEXT struct text line = { 0 };
            OWNED char *path = text_make("%s/%s", folder, names[i]);
            /* One that is still made has a point in its name. */
            if (at == BUILDS ? strchr(names[i], '.') != NULL : strcmp(names[i], "builds") == 0)
                continue;
            line_add(&line, path);
            if (!words)
                text_add(&confine->before, line.string);
            else if (change_remove(confine, path, line.string) && removed++ == 0)
                message_warning("'%.300s' changed while '%.200s' ran, by this program of a folder "
                                "or by another claimcheck: it was removed, with all that changed "
                                "beside it, and is made again when needed",
                                path, words);
        }
    }
}

/* bwrap ---------------------------------------------------------------------------------------- */

/* Whether bwrap works here, tried once in a process, by its words so far. */
static bool bwrap_works(struct declared_confine *confine, size_t count)
{
    static int works = -1;
    struct process_run run = {
        .plan = { .words = (char *const *)confine->words,
                  .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE, PROCESS_NOWHERE } },
        .wait_ms = 5000,
        .stop_ms = 1000,
    };
    confine->words[count] = "true";
    if (works < 0)
        works = process_run(&run) == PROCESS_RUN_DONE;
    return works;
}

/* Makes a folder of claimcheck's, so that there is one to protect; malloc'ed. */
static char *folder_make(char *inside)
{
    char *slash = inside ? os_path_last(inside) : NULL;
    if (slash && disk_make_folders(inside, 0700) == 0) {
        *slash = 0;
        return inside;
    }
    free(inside);
    return NULL;
}

void declared_confine_begin(struct declared_confine *confine, char *const *program,
                            const char *scratch)
{
    *confine = (struct declared_confine){ .cache = folder_make(kept_file_path("x")),
                                          .state = folder_make(kept_file_state_path("x")) };
    OWNED char *found = os_path_search(program[0]);
    confine->bwrap = found && confine->cache && confine->state ? os_path_search("bwrap") : NULL;
    const char *const binds[][2] = { { "--dev-bind", "/" },
                                     { "--ro-bind", confine->cache },
                                     { "--ro-bind", confine->state },
                                     { "--bind", scratch } };
    size_t count = 0;
    confine->words[count++] = confine->bwrap;
    for (size_t i = 0; i < COUNT_OF(binds); i++) {
        confine->words[count++] = binds[i][0];
        confine->words[count++] = binds[i][1];
        confine->words[count++] = binds[i][1];
    }
    confine->words[count++] = "--die-with-parent";
    confine->words[count++] = "--";
    confine->is_by_bwrap = confine->bwrap && bwrap_works(confine, count);
    count = confine->is_by_bwrap ? count : 0;
    for (; *program; program++)
        confine->words[count++] = *program;
    confine->words[count] = NULL;
    if (!confine->is_by_bwrap && confine->cache && confine->state)
        cache_look(confine, NULL);
}

void declared_confine_end(struct declared_confine *confine, const char *words)
{
    if (!confine->is_by_bwrap && confine->cache && confine->state)
        cache_look(confine, words);
}

void declared_confine_finish(struct declared_confine *confine)
{
    free(confine->cache);
    free(confine->state);
    free(confine->bwrap);
    text_finish(&confine->before);
    *confine = (struct declared_confine){ 0 };
}
