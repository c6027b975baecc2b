/* SPDX-License-Identifier: MIT */
#include "harness/base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* marker: what tells a folder that was made here from any other of such a name. */
static const char prefix[] = "claimcheck.", marker[] = ".claimcheck-scratch";

enum { FOLDER_MODE = 0700 };

/* All but the folder itself, and the marker of it, which goes last. */
static int entry_remove(const char *name, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    if (walk->level == 0 || (walk->level == 1 && strcmp(name + walk->base, marker) == 0))
        return 0;
    return remove(name);
}

/* Empties a folder, but no file system that is mounted in it. */
static int empty(const char *path)
{
    enum { FOLDERS_OPEN = 8 };
    return nftw(path, entry_remove, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

static void remove_all(const char *path)
{
    char *file = NULL;
    if (empty(path) != 0 || asprintf(&file, "%s/%s", path, marker) < 0)
        return;
    unlink(file);
    free(file);
    rmdir(path);
}

static int folder_open(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool is_name(const char *name)
{
    enum { LETTERS = 6 };
    return strncmp(name, prefix, strlen(prefix)) == 0 && strlen(name) == strlen(prefix) + LETTERS;
}

/* Whether a process of this user's has made the folder by scratch_create(). */
static bool is_scratch(int folder)
{
    struct stat status, mark;
    return fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
           (status.st_mode & 0777) == FOLDER_MODE &&
           fstatat(folder, marker, &mark, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(mark.st_mode) &&
           mark.st_uid == geteuid();
}

/* Removes what ended processes have left. */
static void sweep(const char *parent)
{
    char path[SCRATCH_PATH_BYTES + 256];
    DIR *folder = opendir(parent);
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        if (!is_name(entry->d_name))
            continue;
        snprintf(path, sizeof(path), "%s/%s", parent, entry->d_name);
        const int fd = folder_open(path);
        if (fd >= 0 && is_scratch(fd) && flock(fd, LOCK_EX | LOCK_NB) == 0)
            remove_all(path);
        if (fd >= 0)
            close(fd);
    }
    if (folder)
        closedir(folder);
}

/* Held before it has the marker, without which nobody takes it for one that is left; so it stays
 * where there are no locks. Returns 0 or an errno. */
static int hold(struct scratch *scratch)
{
    scratch->lock = folder_open(scratch->path);
    if (scratch->lock < 0)
        return errno;
    if (flock(scratch->lock, LOCK_EX | LOCK_NB) != 0)
        return 0;
    const int fd =
        openat(scratch->lock, marker, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno;
    close(fd);
    return 0;
}

const char *scratch_parent(void)
{
    const char *given = getenv("TMPDIR");
    return given && *given ? given : "/tmp";
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
    int code = mkdtemp(scratch->path) ? 0 : errno;
    if (code != 0)
        scratch->path[0] = 0; /* nothing of ours */
    else if ((code = hold(scratch)) != 0)
        scratch_destroy(scratch);
    return code;
}

void scratch_say_failure(int code, char *message, size_t message_bytes)
{
    const char *parent = scratch_parent();
    if (strlen(parent) > SCRATCH_PARENT_MAX)
        snprintf(
            message, message_bytes,
            "TMPDIR has %zu characters, and may have %d: '%.60s...': let it name another folder",
            strlen(parent), SCRATCH_PARENT_MAX, parent);
    else
        snprintf(message, message_bytes,
                 "cannot make a folder in '%s': %s: let TMPDIR name a folder with room", parent,
                 strerror(code));
}

void scratch_clear(const struct scratch *scratch)
{
    if (scratch->path[0])
        empty(scratch->path);
}

void scratch_destroy(struct scratch *scratch)
{
    if (scratch->path[0])
        remove_all(scratch->path);
    if (scratch->path[0] && scratch->lock >= 0)
        close(scratch->lock);
    *scratch = (struct scratch){ .lock = -1 };
}

char *scratch_path(const struct scratch *scratch, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", scratch->path, name) < 0 ? NULL : path;
}
