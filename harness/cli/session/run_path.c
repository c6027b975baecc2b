/* SPDX-License-Identifier: MIT */
#include "harness/cli/cli.h"

#include <errno.h>
#include <string.h>

bool latest_is_beside(const char *path)
{
    const size_t folder = (size_t)(disk_base_name(path) - path), length = strlen(LATEST_FOLDER);
    if (folder < length || strncmp(path + folder - length, LATEST_FOLDER, length) != 0)
        return false;
    return folder == length || os_path_separates(path[folder - length - 1]);
}

/* Paths ---------------------------------------------------------------------------------------- */

const char *run_path_slug(const char *name, char slug[RUN_SLUG_BYTES])
{
    slug_make(name, slug, RUN_SLUG_BYTES);
    if (*slug == 0)
        snprintf(slug, RUN_SLUG_BYTES, "device");
    return slug;
}

static void date_format(char date[RUN_SLUG_BYTES], const char *format)
{
    struct tm parts;
    time_t now = time(NULL);
    if (!gmtime_r(&now, &parts) || strftime(date, RUN_SLUG_BYTES, format, &parts) == 0)
        snprintf(date, RUN_SLUG_BYTES, "unknown");
}

const char *run_path_date(char date[RUN_SLUG_BYTES])
{
    date_format(date, "%Y-%m-%dT%H:%M:%SZ");
    return date;
}

bool run_path_is_taken(const char *path)
{
    char journal[4096];
    snprintf(journal, sizeof(journal), "%s.journal", path);
    return disk_is_there(path) || disk_is_there(journal);
}

/* "<start><ending>", or with a number from 2 on between them. */
static char *numbered_path(const char *start, unsigned number, const char *ending)
{
    return number == 1 ? text_make("%s%s", start, ending)
                       : text_make("%s-%u%s", start, number, ending);
}

/* The first of these that is not taken. */
static char *free_path(const char *start, const char *ending)
{
    enum { TRIES = 100 };
    char *path = numbered_path(start, 1, ending);
    for (unsigned i = 2; i <= TRIES && run_path_is_taken(path); i++) {
        free(path);
        path = numbered_path(start, i, ending);
    }
    return path;
}

static bool is_folder(const char *path)
{
    return *path && (os_path_separates(path[strlen(path) - 1]) || os_path_is_folder(path));
}

bool run_path_is_chosen(const char *out)
{
    return !out || is_folder(out);
}

bool run_path_check(const char *out)
{
    static const struct {
        const char *ending, *what;
    } others[] = { { ".journal", "a journal" },
                   { ".gz", "a packed file" },
                   { ".xz", "a packed file, as claimcheck keep makes" } };
    for (size_t i = 0; i < COUNT_OF(others) && !run_path_is_chosen(out); i++)
        if (text_ends(out, others[i].ending))
            return trouble("'%s' ends like %s: name the run file, '%.*s', with --out", out,
                           others[i].what, (int)(strlen(out) - strlen(others[i].ending)), out);
    return true;
}

char *run_path_make(const char *out, const char *slug, bool several)
{
    out = out ? out : LATEST_FOLDER;
    const size_t length = strlen(out);
    if (length == 0) {
        trouble("--out needs the name of a file or folder");
        return NULL;
    }
    const bool ours = os_path_separates(out[length - 1]) || latest_is_beside(out);
    const int code = ours ? disk_make_folders(out, 0777) : 0;
    if (code != 0) {
        trouble("cannot make the folder of '%s': %s; choose another place with --out", out,
                strerror(code));
        return NULL;
    }
    if (is_folder(out)) {
        char date[RUN_SLUG_BYTES];
        date_format(date, "%Y%m%d-%H%M%S");
        OWNED char *start =
            text_make("%s%s%s-%s", out, os_path_separates(out[length - 1]) ? "" : "/", date, slug);
        return free_path(start, ".json");
    }
    if (!several)
        return need_copy(out);
    const char *slash = os_path_last(out);
    const char *name = !slash ? out : slash + 1;
    const char *dot = strrchr(name, '.');
    const size_t stem = !dot || dot == name ? length : (size_t)(dot - out);
    return text_make("%.*s-%s%s", (int)stem, out, slug, out + stem);
}

/* A file of the names that free_path() tries, which holds the bytes; malloc'ed, or NULL. */
static char *same_find(const char *start, const char *ending, const void *data, size_t bytes)
{
    for (unsigned number = 1;; number++) {
        OWNED char *path = numbered_path(start, number, ending), *text = NULL;
        size_t size = 0;
        if (disk_load(path, &text, &size) != 0)
            return NULL;
        if (size == bytes && memcmp(text, data, bytes) == 0)
            return need_copy(path);
    }
}

char *run_path_keep(const struct run_path_kept *kept, const void *data, size_t bytes)
{
    enum { TRIES = 100 };
    trouble_clear();
    OWNED char *start = text_make("%s/%s/%s", kept->folder, kept->slug, kept->name);
    int code = disk_make_folders(start, 0777);
    if (code != 0) {
        trouble("cannot make the folder '%s/%s': %s", kept->folder, kept->slug, strerror(code));
        return NULL;
    }
    char *path = same_find(start, kept->ending, data, bytes);
    if (path) {
        trouble("'%s' holds this run already: nothing is written", path);
        return path;
    }
    code = EEXIST;
    for (int i = 0; code == EEXIST && i < TRIES; i++) {
        free(path);
        path = free_path(start, kept->ending);
        code = output_write(path, OUTPUT_NEW, data, bytes);
    }
    if (code == 0)
        return path;
    trouble("cannot write '%s': %s", path, output_error(code));
    free(path);
    return NULL;
}
