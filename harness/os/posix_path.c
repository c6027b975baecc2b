/* SPDX-License-Identifier: MIT */
#include "harness/os/os.h"

#include "harness/os/posix_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int code_of(int result)
{
    return result == 0 ? 0 : errno;
}

/* Names --------------------------------------------------------------------------------------- */

bool os_path_separates(char letter)
{
    return letter == '/';
}

char *os_path_first(const char *path)
{
    return strchr(path, '/');
}

char *os_path_last(const char *path)
{
    return strrchr(path, '/');
}

bool os_path_is_absolute(const char *path)
{
    return path[0] == '/';
}

char *os_path_whole(const char *path)
{
    return realpath(path, NULL);
}

char *os_path_here(void)
{
    return getcwd(NULL, 0);
}

bool os_path_go(const char *folder)
{
    return chdir(folder) == 0;
}

char *os_path_search(const char *name)
{
    struct stat own;
    const char *at = strchr(name, '/') ? NULL : getenv("PATH");
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? strdup(name) : NULL;
    while (at && *at) {
        char *path = NULL;
        const size_t length = strcspn(at, ":");
        if (asprintf(&path, "%.*s/%s", (int)length, at, name) < 0)
            return NULL;
        if (access(path, X_OK) == 0 && stat(path, &own) == 0 && S_ISREG(own.st_mode))
            return path;
        free(path);
        at += length + (at[length] != 0);
    }
    return NULL;
}

const char *os_path_temporary(void)
{
    return "/tmp";
}

const char *os_path_shared(void)
{
    static const char *const folders[] = { "/run/lock", "/dev/shm" };
    const mode_t shared = S_ISVTX | S_IWOTH;
    struct stat own;
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
        if (stat(folders[i], &own) == 0 && (own.st_mode & shared) == shared)
            return folders[i];
    return "/tmp";
}

static char *folder_of(const char *variable, const char *below_home)
{
    const char *given = getenv(variable), *home = getenv("HOME");
    char *path = NULL;
    if (given && given[0] == '/')
        return strdup(given);
    return home && home[0] == '/' && asprintf(&path, "%s/%s", home, below_home) >= 0 ? path : NULL;
}

char *os_path_cache(void)
{
    return folder_of("XDG_CACHE_HOME", ".cache");
}

char *os_path_state(void)
{
    return folder_of("XDG_STATE_HOME", ".local/state");
}

/* Files --------------------------------------------------------------------------------------- */

bool os_path_look(const char *path, struct os_file_status *status)
{
    struct stat own;
    return stat(path, &own) == 0 && os_file_status_take(&own, status);
}

bool os_path_look_link(const char *path, struct os_file_status *status)
{
    struct stat own;
    return lstat(path, &own) == 0 && os_file_status_take(&own, status);
}

bool os_path_is_readable(const char *path)
{
    return access(path, R_OK) == 0;
}

int os_path_remove(const char *path)
{
    return code_of(unlink(path));
}

int os_path_remove_folder(const char *path)
{
    return code_of(rmdir(path));
}

int os_path_replace(const char *from, const char *to)
{
    return code_of(rename(from, to));
}

int os_path_rename_new(const char *from, const char *to)
{
    struct stat own;
    const int code = code_of(renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE));
    if (code != EINVAL && code != ENOSYS && code != ENOTSUP)
        return code;
    return lstat(to, &own) == 0 ? EEXIST : code_of(rename(from, to));
}

void os_path_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

int os_path_sync_folder(const char *folder)
{
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int code = fd < 0 ? errno : code_of(fdatasync(fd));
    if (fd >= 0)
        close(fd);
    return code;
}

/* Folders ------------------------------------------------------------------------------------- */

int os_path_make_folder(const char *path, unsigned mode)
{
    return code_of(mkdir(path, mode));
}

int os_path_make_file_of(char *pattern)
{
    return mkostemp(pattern, O_CLOEXEC);
}

int os_path_make_folder_of(char *pattern)
{
    return mkdtemp(pattern) ? 0 : errno;
}

/* Makes a folder one that this user may empty. False for a link, and where something is mounted. */
static bool folder_take(int at, const char *name, dev_t device)
{
    struct stat own;
    return fstatat(at, name, &own, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(own.st_mode) &&
           own.st_dev == device && fchmodat(at, name, 0700, 0) == 0;
}

/* Moves what is in a folder of `top` up into that, and the folder goes: so a tree of any depth is
 * removed with two folders open. What is mounted stays. */
static bool folder_lift(int top, const char *name, dev_t device, unsigned *number)
{
    const struct dirent *entry;
    const int fd = folder_take(top, name, device)
                       ? openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                       : -1;
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    while (folder && (entry = readdir(folder))) {
        char lifted[32];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            unlinkat(fd, entry->d_name, 0) == 0 || !folder_take(fd, entry->d_name, device))
            continue;
        do
            snprintf(lifted, sizeof(lifted), ".lifted-%u", ++*number);
        while (faccessat(top, lifted, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
        renameat(fd, entry->d_name, top, lifted);
    }
    if (folder)
        closedir(folder);
    else if (fd >= 0)
        close(fd);
    return fd >= 0 && unlinkat(top, name, AT_REMOVEDIR) == 0;
}

bool os_path_empty_folder(const char *folder, const char *but)
{
    unsigned number = 0;
    bool changed = true, left = true;
    while (changed && left) {
        struct stat own;
        const struct dirent *entry;
        DIR *top = opendir(folder);
        if (!top || fstat(dirfd(top), &own) != 0) {
            if (top)
                closedir(top);
            return false;
        }
        changed = left = false;
        while ((entry = readdir(top))) {
            const char *name = entry->d_name;
            if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
                (but && strcmp(name, but) == 0))
                continue;
            const bool gone = unlinkat(dirfd(top), name, 0) == 0 ||
                              folder_lift(dirfd(top), name, own.st_dev, &number);
            changed = changed || gone;
            left = true;
        }
        closedir(top);
    }
    return !left;
}

static int is_name(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

char **os_path_names(const char *folder, size_t *count)
{
    struct dirent **entries;
    const int found = scandir(folder, &entries, is_name, in_order);
    char **names = found < 0 ? NULL : calloc((size_t)found + 1, sizeof(*names));
    bool copied = names;
    *count = found > 0 ? (size_t)found : 0;
    for (int i = 0; i < found; i++) {
        copied = copied && (names[i] = strdup(entries[i]->d_name));
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    if (!copied && names)
        os_path_names_free(&names);
    return names;
}
