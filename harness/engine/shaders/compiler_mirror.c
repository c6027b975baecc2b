/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/compiler_private.h"

#include "harness/base/disk.h"
#include "harness/base/need.h"
#include "harness/base/text.h"
#include "harness/engine/shaders/source_watch.h"
#include "harness/os/file.h"
#include "harness/os/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_mark(const char *path)
{
    static const char mark[] = { '\xef', '\xbb', '\xbf' };
    char *text = NULL;
    size_t size = 0;
    const bool has = disk_load(path, &text, &size) == 0 && size >= sizeof(mark) &&
                     memcmp(text, mark, sizeof(mark)) == 0;
    free(text);
    return has;
}

/* The path of a file's copy: the file's own from the root on, so that `..` leads where it did. */
static char *copy_path(const char *root, const char *path)
{
    char *here = os_path_is_absolute(path) ? need_copy("") : os_path_here();
    char *copy =
        here ? text_make("%s%s%s%s", root, here, os_path_is_absolute(path) ? "" : "/", path) : NULL;
    free(here);
    return copy;
}

/* The length of a path's folder, with the '/' at its end. */
static size_t folder_length(const char *path)
{
    const char *slash = os_path_last(path);
    return slash ? (size_t)(slash + 1 - path) : 0;
}

static bool copy_write(const char *root, const char *path)
{
    char *text = NULL, *copy = copy_path(root, path);
    size_t size = 0;
    int code = !copy ? errno : disk_make_folders(copy, 0700);
    code = code == 0 ? disk_load_text(path, &text, &size) : code;
    const int fd =
        code == 0 ? os_file_open(copy, OS_FILE_WRITE | OS_FILE_CREATE | OS_FILE_PRIVATE) : -1;
    code = code == 0 ? (fd < 0 ? errno : disk_write(fd, text, size)) : code;
    if (fd >= 0)
        os_file_close(fd);
    free(text);
    free(copy);
    errno = code;
    return code == 0;
}

bool compiler_mirror_init(struct compiler_mirror *mirror, const char *path, const char *folder)
{
    struct source_watch *watch = folder ? source_watch_create(&path, 1) : NULL;
    const char *file;
    bool marked = false, good = true;
    *mirror = (struct compiler_mirror){ 0 };
    for (size_t i = 0; watch && (file = source_watch_path(watch, i)) && !marked; i++)
        marked = has_mark(file);
    if (marked)
        mirror->root = text_make("%s/own", folder);
    for (size_t i = 0; marked && (file = source_watch_path(watch, i)) && good; i++)
        good = !disk_is_there(file) || copy_write(mirror->root, file);
    source_watch_destroy(&watch);
    if (!good)
        return false;
    mirror->source = marked ? copy_path(mirror->root, path) : need_copy(path);
    if (marked && mirror->source)
        mirror->place = need(strndup(mirror->source, folder_length(mirror->source)));
    return mirror->source;
}

void compiler_mirror_finish(struct compiler_mirror *mirror)
{
    free(mirror->source);
    free(mirror->root);
    free(mirror->place);
    *mirror = (struct compiler_mirror){ 0 };
}

static void log_replace(char **log, const char *from, const char *to, size_t to_bytes)
{
    struct text text = { 0 };
    const char *at = *log, *found;
    for (; (found = strstr(at, from)); at = found + strlen(from)) {
        text_add_bytes(&text, at, (size_t)(found - at));
        text_add_bytes(&text, to, to_bytes);
    }
    text_add(&text, at);
    free(*log);
    *log = text_take(&text);
}

void compiler_mirror_rename(const struct compiler_mirror *mirror, const char *path, char **log)
{
    if (*log && mirror->place)
        log_replace(log, mirror->place, path, folder_length(path));
    if (*log && mirror->root)
        log_replace(log, mirror->root, "", 0);
}
