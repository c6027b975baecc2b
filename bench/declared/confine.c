/* SPDX-License-Identifier: MIT */
#include "bench/declared/confine.h"

#include "harness/base/base.h"
#include "harness/os/os.h"

#include <stdlib.h>
#include <string.h>

bool declared_confine_passes(const char *entry)
{
    /* Windows needs those behind LANG to start a program. */
    static const char *const names[] = { "PATH",       "HOME", "LANG",       "TMPDIR",
                                         "SYSTEMROOT", "TEMP", "USERPROFILE" };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(entry, names[i], strlen(names[i])) == 0 && entry[strlen(names[i])] == '=')
            return true;
    return false;
}

/* Cache ---------------------------------------------------------------------------------------- */

/* "NAME bytes number written changed", a file a line. */
static void file_line(struct text *text, const char *folder, const char *name)
{
    struct os_file_status own;
    char *path = text_make("%s/%s", folder, name);
    if (os_path_look_link(path, &own))
        text_add_format(text, "%s %llu %llu %lld %lld\n", name, (unsigned long long)own.bytes,
                        (unsigned long long)own.number, (long long)own.written_ns,
                        (long long)own.changed_ns);
    free(path);
}

static void files_add(struct text *text, const char *folder)
{
    size_t count = 0;
    char **names = os_path_names(folder, &count);
    text_add(text, "\n");
    for (size_t i = 0; names && i < count; i++)
        file_line(text, folder, names[i]);
    os_path_names_free(&names);
}

/* Removes each file of the cache that is not as it was. */
static void changes_remove(const struct declared_confine *confine, const char *words)
{
    size_t count = 0, removed = 0;
    char **names = os_path_names(confine->cache, &count);
    for (size_t i = 0; names && i < count; i++) {
        struct text line = { 0 };
        text_add(&line, "\n");
        file_line(&line, confine->cache, names[i]);
        char *path = text_make("%s/%s", confine->cache, names[i]);
        const bool same = strstr(text_string(&confine->before), line.string);
        if (!same && (os_path_remove(path) == 0 || os_path_empty_folder(path, NULL)) &&
            removed++ == 0) {
            printable_clean(path);
            message_warning(
                "'%.300s' changed while '%.200s' ran, a program of a folder: it was "
                "removed, with all that changed beside it, and is made again when needed",
                path, words);
        }
        free(path);
        text_finish(&line);
    }
    os_path_names_free(&names);
}

/* bwrap ---------------------------------------------------------------------------------------- */

static void words_set(struct declared_confine *confine, const char *scratch)
{
    const char *const words[] = { confine->bwrap,
                                  "--dev-bind",
                                  "/",
                                  "/",
                                  "--ro-bind",
                                  confine->cache,
                                  confine->cache,
                                  "--ro-bind",
                                  confine->state,
                                  confine->state,
                                  "--bind",
                                  scratch,
                                  scratch,
                                  "--die-with-parent",
                                  "--",
                                  NULL };
    memcpy(confine->prefix, words, sizeof(words));
}

/* Whether bwrap works here, tried once in a process. */
static bool bwrap_works(const struct declared_confine *confine)
{
    static int works = -1;
    if (works >= 0)
        return works;
    char *words[DECLARED_CONFINE_WORDS + 1] = { NULL };
    memcpy(words, confine->prefix, sizeof(confine->prefix));
    size_t count = 0;
    while (words[count])
        count++;
    char nothing[] = "true";
    words[count] = nothing;
    struct process_run run = {
        .plan = { .words = words,
                  .descriptors = { PROCESS_NOWHERE, PROCESS_NOWHERE, PROCESS_NOWHERE } },
        .wait_ms = 5000,
        .stop_ms = 1000,
    };
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

void declared_confine_begin(struct declared_confine *confine, const char *program,
                            const char *scratch)
{
    *confine = (struct declared_confine){ .cache = folder_make(kept_file_path("x")),
                                          .state = folder_make(kept_file_state_path("x")) };
    char *found = os_path_search(program);
    confine->bwrap = found && confine->cache && confine->state ? os_path_search("bwrap") : NULL;
    free(found);
    if (confine->bwrap)
        words_set(confine, scratch);
    if (confine->bwrap && !bwrap_works(confine))
        confine->prefix[0] = NULL;
    if (!confine->prefix[0] && confine->cache)
        files_add(&confine->before, confine->cache);
}

void declared_confine_end(struct declared_confine *confine, const char *words)
{
    if (!confine->prefix[0] && confine->cache)
        changes_remove(confine, words);
}

void declared_confine_finish(struct declared_confine *confine)
{
    free(confine->cache);
    free(confine->state);
    free(confine->bwrap);
    text_finish(&confine->before);
    *confine = (struct declared_confine){ 0 };
}
