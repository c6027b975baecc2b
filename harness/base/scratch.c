/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/os/os.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* marker: what tells a folder that was made here from any other of such a name. */
static const char prefix[] = "claimcheck.", marker[] = ".claimcheck-scratch";

enum { FOLDER_MODE = 0700 };

static void remove_all(const char *path)
{
    if (!os_path_empty_folder(path, marker))
        return;
    OWNED char *file = text_make("%s/%s", path, marker);
    os_path_remove(file);
    os_path_remove_folder(path);
}

static int folder_open(const char *path)
{
    return os_file_open(path, OS_FILE_READ | OS_FILE_FOLDER | OS_FILE_NO_LINK);
}

/* Whether a process of this user's has made the folder by scratch_create(). */
static bool is_scratch(int folder, const char *path)
{
    char file[SCRATCH_PATH_BYTES + 512];
    struct os_file_status own, mark;
    snprintf(file, sizeof(file), "%s/%s", path, marker);
    return os_file_look(folder, &own) && own.owner == os_file_user() && own.mode == FOLDER_MODE &&
           os_path_look_link(file, &mark) && mark.kind == OS_FILE_IS_REGULAR &&
           mark.owner == os_file_user();
}

/* Files of processes that have ended. */
static void sweep(const char *parent)
{
    enum { LETTERS = 6 };
    char path[SCRATCH_PATH_BYTES + 256];
    size_t count = 0;
    char **names = os_path_names(parent, &count);
    for (size_t i = 0; names && i < count; i++) {
        if (strncmp(names[i], prefix, strlen(prefix)) != 0 ||
            strlen(names[i]) != strlen(prefix) + LETTERS)
            continue;
        snprintf(path, sizeof(path), "%s/%s", parent, names[i]);
        const int fd = folder_open(path);
        if (fd >= 0 && is_scratch(fd, path) && os_file_lock(fd) == 0)
            remove_all(path);
        if (fd >= 0)
            os_file_close(fd);
    }
    os_path_names_free(&names);
}

/* Held before it has the marker, without which nobody takes it for one that is left; so it stays
 * where there are no locks. Returns 0 or an errno. */
static int hold(struct scratch *scratch)
{
    char file[SCRATCH_PATH_BYTES + 64];
    scratch->lock = folder_open(scratch->path);
    if (scratch->lock < 0)
        return errno;
    if (os_file_lock(scratch->lock) != 0)
        return 0;
    snprintf(file, sizeof(file), "%s/%s", scratch->path, marker);
    const int fd =
        os_file_open(file, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_NO_LINK | OS_FILE_PRIVATE);
    if (fd < 0)
        return errno;
    os_file_close(fd);
    return 0;
}

const char *scratch_parent(void)
{
    const char *given = getenv("TMPDIR");
    return given && *given ? given : os_path_temporary();
}

int scratch_create(struct scratch *scratch)
{
    const char *parent = scratch_parent();
    *scratch = (struct scratch){ .lock = -1 };
    if (strlen(parent) > SCRATCH_PARENT_MAX)
        return ENAMETOOLONG;
    sweep(parent);
    snprintf(scratch->path, sizeof(scratch->path), "%.*s/%sXXXXXX", SCRATCH_PARENT_MAX, parent,
             prefix);
    int code = os_path_make_folder_of(scratch->path);
    if (code != 0)
        scratch->path[0] = 0; /* nothing of ours */
    else if ((code = hold(scratch)) != 0)
        scratch_destroy(scratch);
    return code;
}

bool scratch_say_failure(int code)
{
    const char *parent = scratch_parent();
    if (strlen(parent) > SCRATCH_PARENT_MAX)
        return trouble(
            "TMPDIR has %zu characters, and may have %d: '%.60s...': let it name another folder",
            strlen(parent), SCRATCH_PARENT_MAX, parent);
    return trouble("cannot make a folder in '%s': %s: let TMPDIR name a folder with room", parent,
                   strerror(code));
}

void scratch_clear(const struct scratch *scratch)
{
    if (scratch->path[0])
        os_path_empty_folder(scratch->path, marker);
}

void scratch_destroy(struct scratch *scratch)
{
    if (scratch->path[0])
        remove_all(scratch->path);
    if (scratch->path[0] && scratch->lock >= 0)
        os_file_close(scratch->lock);
    *scratch = (struct scratch){ .lock = -1 };
}

char *scratch_path(const struct scratch *scratch, const char *name)
{
    return text_make("%s/%s", scratch->path, name);
}
