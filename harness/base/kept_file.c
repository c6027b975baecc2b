/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/os/os.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OTHERS_WRITE = 022, OTHERS_COME = 011 };

static char *path_below(char *given, const char *name)
{
    OWNED char *folder = given;
    return folder ? text_make("%s/claimcheck/%s", folder, name) : NULL;
}

char *kept_file_path(const char *name)
{
    return path_below(os_path_cache(), name);
}

char *kept_file_state_path(const char *name)
{
    return path_below(os_path_state(), name);
}

/* The first of the file and the folders above it that another user may change, malloc'ed; NULL
 * where there is none. A folder such as /tmp, where nobody removes another's files, is none. */
static char *foreign_part(const char *path, const struct os_file_status *file)
{
    struct os_file_status own = *file;
    char *part = os_path_whole(path);
    for (bool above = false; part; above = true) {
        const bool ours = own.owner == os_file_user() || (above && own.owner == 0);
        if (!ours || ((own.mode & OTHERS_WRITE) != 0 && !(above && own.is_sticky)))
            return part;
        char *slash = os_path_last(part);
        if (!slash || slash == part)
            break;
        *slash = 0;
        if (!os_path_look(part, &own))
            break;
    }
    free(part);
    return NULL;
}

/* False with a warning, once in a process, where another user may change it. */
static bool is_ours(const char *path, const struct os_file_status *own)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    OWNED char *part = foreign_part(path, own);
    if (part && !atomic_flag_test_and_set(&said))
        message_warning(
            "'%.300s' is not used, since another user may write '%.300s': remove it, or "
            "make it yours alone: chown \"$USER\" and chmod go-w",
            path, part);
    return !part;
}

bool kept_file_is_believed(const char *folder)
{
    struct os_file_status own, file;
    size_t count = 0;
    bool ours =
        os_path_look_link(folder, &own) && own.kind == OS_FILE_IS_FOLDER && is_ours(folder, &own);
    char **names = ours ? os_path_names(folder, &count) : NULL;
    for (size_t i = 0; i < count && ours; i++) {
        OWNED char *path = text_make("%s/%s", folder, names[i]);
        ours = os_path_look_link(path, &file);
        file.mode &= ~((own.mode & OTHERS_COME) == 0 ? OTHERS_WRITE : 0u);
        ours = ours && is_ours(path, &file);
    }
    os_path_names_free(&names);
    return ours;
}

int kept_file_open(const char *path)
{
    struct os_file_status own;
    const int fd = os_file_open(path, OS_FILE_READ | OS_FILE_AT_ONCE | OS_FILE_NO_LINK);
    if (fd < 0)
        return -1;
    if (os_file_look(fd, &own) && own.kind == OS_FILE_IS_REGULAR && is_ours(path, &own))
        return fd;
    os_file_close(fd);
    errno = EPERM;
    return -1;
}

int kept_file_load(const char *path, char **data, size_t *size)
{
    struct os_file_status own;
    const int fd = kept_file_open(path);
    *data = NULL;
    *size = 0;
    if (fd < 0)
        return errno;
    const bool large = !os_file_look(fd, &own) || own.bytes > DISK_LOAD_BYTES_MAX;
    const int code = large ? EFBIG : disk_read(fd, data, size);
    os_file_close(fd);
    return code;
}

int64_t kept_file_now_ns(void)
{
    struct timespec now;
    return timespec_get(&now, TIME_UTC) == TIME_UTC ? now.tv_sec * INT64_C(1000000000) + now.tv_nsec
                                                    : 0;
}

int kept_file_begin(const char *path, char **made)
{
    enum { LETTERS = 7 }; /* ".XXXXXX" */
    const char *slash = os_path_last(path), *name = slash ? slash + 1 : path;
    size_t count = 0;
    OWNED char *folder = text_make("%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    char **names = os_path_names(folder, &count);
    /* Removes what a process that was killed has left of earlier writes: files of an hour ago. */
    for (size_t i = 0; names && i < count; i++) {
        struct os_file_status own;
        OWNED char *file = text_make("%s/%s", folder, names[i]);
        if (strlen(names[i]) == strlen(name) + LETTERS && names[i][strlen(name)] == '.' &&
            strncmp(names[i], name, strlen(name)) == 0 && os_path_look_link(file, &own) &&
            own.kind == OS_FILE_IS_REGULAR && own.owner == os_file_user() &&
            kept_file_now_ns() - own.written_ns > INT64_C(3600000000000))
            os_path_remove(file);
    }
    os_path_names_free(&names);
    *made = text_make("%s.XXXXXX", path);
    return disk_make_folders(path, 0700) == 0 ? os_path_make_file_of(*made) : -1;
}

bool kept_file_end(int fd, char **made, const char *path, bool good)
{
    if (fd >= 0)
        os_file_close(fd);
    const bool done = fd >= 0 && good && os_path_replace(*made, path) == 0;
    if (fd >= 0 && !done)
        os_path_remove(*made);
    free(*made);
    *made = NULL;
    return done;
}

bool kept_file_write(const char *path, const void *data, size_t size)
{
    char *made;
    const int fd = kept_file_begin(path, &made);
    return kept_file_end(fd, &made, path, fd >= 0 && disk_write(fd, data, size) == 0);
}
