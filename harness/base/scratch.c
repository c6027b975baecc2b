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

static const char prefix[] = "claimcheck.";

static int entry_remove(const char *name, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(name);
}

static void remove_all(const char *path)
{
    enum { FOLDERS_OPEN = 8 };
    nftw(path, entry_remove, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
}

/* The descriptor of a folder of this user's that no other process has, locked; -1 with an errno:
 * EWOULDBLOCK when one has it. */
static int folder_lock(const char *path)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) == 0 && status.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    const int code = errno;
    close(fd);
    errno = code;
    return -1;
}

static bool is_scratch(const char *name)
{
    enum { LETTERS = 6 };
    return strncmp(name, prefix, strlen(prefix)) == 0 && strlen(name) == strlen(prefix) + LETTERS;
}

/* What processes have left that are no more. */
static void sweep(const char *parent)
{
    char path[SCRATCH_PATH_BYTES + 256];
    DIR *folder = opendir(parent);
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        if (!is_scratch(entry->d_name))
            continue;
        snprintf(path, sizeof(path), "%s/%s", parent, entry->d_name);
        const int fd = folder_lock(path);
        if (fd < 0)
            continue;
        remove_all(path);
        close(fd);
    }
    if (folder)
        closedir(folder);
}

int scratch_create(struct scratch *scratch)
{
    enum { TRIES = 8 };
    struct stat status;
    const char *given = getenv("TMPDIR");
    const char *parent = given && *given ? given : "/tmp";
    *scratch = (struct scratch){ .lock = -1 };
    sweep(parent);
    /* Between its making and its lock, another process may take a folder for one that is left. */
    for (int i = 0; i < TRIES; i++) {
        snprintf(scratch->path, sizeof(scratch->path), "%.400s/%sXXXXXX", parent, prefix);
        if (!mkdtemp(scratch->path))
            return errno;
        scratch->lock = folder_lock(scratch->path);
        const bool locks = scratch->lock >= 0 || errno == EWOULDBLOCK || errno == ENOENT;
        if (!locks ||
            (scratch->lock >= 0 && fstat(scratch->lock, &status) == 0 && status.st_nlink > 0))
            return 0;
        scratch_destroy(scratch);
    }
    return EAGAIN;
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
