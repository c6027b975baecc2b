/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/shaders.h"

#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 1024 };

struct source_file {
    char *path;
    bool named; /* by the user */
    struct file_stamp stamp;
};

struct source_watch {
    struct source_file *files;
    size_t count;
};

/* False where it is there already, or there is no room. Takes the path over. */
static bool file_add(struct source_watch *watch, char *path, bool named)
{
    bool refused = watch->count == FILES_MAX;
    for (size_t i = 0; i < watch->count && !refused; i++)
        refused = strcmp(watch->files[i].path, path) == 0;
    if (refused) {
        free(path);
        return false;
    }
    watch->files[watch->count++] = (struct source_file){ path, named, file_stamp_read(path) };
    return true;
}

static void file_scan(struct source_watch *watch, const char *path, const char *main_path);

/* The file of that name in the folder of the file `beside`, be it there or not, and what it
 * includes. */
static void include_add(struct source_watch *watch, const char *beside, const char *main_path,
                        const char *name, size_t name_bytes)
{
    const char *slash = os_path_last(beside);
    char *path =
        text_make("%.*s%.*s", slash ? (int)(slash + 1 - beside) : 0, beside, (int)name_bytes, name);
    if (file_add(watch, path, false))
        file_scan(watch, path, main_path);
}

/* Writes `a/b.slang` of a line `import a.b;` in Slang; nothing for other lines. */
static void import_name(const char *line, char *name, size_t name_bytes)
{
    line += strspn(line, " \t");
    const bool is_import = strncmp(line, "import ", 7) == 0;
    line += is_import ? 7 : 0;
    line += strspn(line, " \t");
    const size_t length = is_import ? strcspn(line, "; \t\n") : 0;
    *name = 0;
    if (length == 0 || length + 7 > name_bytes)
        return;
    for (size_t i = 0; i < length; i++)
        name[i] = line[i] == '.' ? '/' : line[i];
    strcpy(name + length, ".slang");
}

/* Returns the name in a line `#include "name"`; NULL for other lines. */
static const char *include_name(const char *line, size_t *bytes)
{
    static const char word[] = "include";
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, word, sizeof(word) - 1) != 0)
        return NULL;
    line += sizeof(word) - 1;
    line += strspn(line, " \t");
    if (*line != '"' && *line != '<')
        return NULL;
    *bytes = strcspn(line + 1, "\">\n");
    return *bytes > 0 ? line + 1 : NULL;
}

static void file_scan(struct source_watch *watch, const char *path, const char *main_path)
{
    OWNED char *text = NULL;
    char module[256];
    size_t bytes = 0, name_bytes = 0;
    if (disk_load_text(path, &text, &bytes) != 0)
        return;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        next = next ? next + 1 : NULL;
        const char *name = include_name(line, &name_bytes);
        if (!name) {
            import_name(line, module, sizeof(module));
            name = *module ? module : NULL;
            name_bytes = strlen(module);
        }
        if (!name)
            continue;
        include_add(watch, path, main_path, name, name_bytes);
        include_add(watch, main_path, main_path, name, name_bytes);
    }
}

struct source_watch *source_watch_create(const char *const *paths, size_t count)
{
    struct source_watch *watch = need_zeroed(1, sizeof(*watch));
    watch->files = need_zeroed(FILES_MAX, sizeof(*watch->files));
    for (size_t i = 0; i < count; i++) {
        char *path = need(strndup(paths[i], (size_t)(compiler_path_end(paths[i]) - paths[i])));
        if (file_add(watch, path, true))
            file_scan(watch, path, path);
    }
    return watch;
}

void source_watch_destroy(struct source_watch **watch)
{
    if (!*watch)
        return;
    for (size_t i = 0; i < (*watch)->count; i++)
        free((*watch)->files[i].path);
    free((*watch)->files);
    free(*watch);
    *watch = NULL;
}

bool source_watch_changed(const struct source_watch *watch)
{
    for (size_t i = 0; i < watch->count; i++) {
        const struct file_stamp now = file_stamp_read(watch->files[i].path);
        if (!file_stamp_same(&now, &watch->files[i].stamp))
            return true;
    }
    return false;
}

const char *source_watch_path(const struct source_watch *watch, size_t index)
{
    return index < watch->count ? watch->files[index].path : NULL;
}

bool source_watch_whole(const struct source_watch *watch)
{
    for (size_t i = 0; i < watch->count; i++)
        if (watch->files[i].named && !watch->files[i].stamp.there)
            return false;
    return true;
}
