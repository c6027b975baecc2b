/* SPDX-License-Identifier: MIT */
#include "harness/base/output.h"

#include "harness/base/disk.h"
#include "harness/os/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char prefix[] = "claimcheck-", ending[] = ".tmp";

enum { DIGITS = 16 }; /* between those */

const char *output_error(int code)
{
    return code == ENOLINK       ? "it is a link that leads to nothing: remove it"
           : code == EMEDIUMTYPE ? "it holds a run, which would be lost: choose another file"
           : code == ENXIO       ? "no process reads it"
                                 : strerror(code);
}

int output_failure(FILE *file)
{
    const int fd = fileno(file);
    return isatty(fd) || write(fd, "\n", 1) >= 0 ? EIO : errno;
}

/* 0 and the file; the descriptor is closed when there is none. */
static int file_of(int fd, FILE **file)
{
    if (fd < 0)
        return errno;
    *file = fdopen(fd, "wb");
    if (*file)
        return 0;
    const int code = errno;
    close(fd);
    return code;
}

/* The descriptor of standard output or error, where that is the file; -1. */
static int standard_stream(const struct stat *status)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat stream;
        if (fstat(fd, &stream) == 0 && stream.st_dev == status->st_dev &&
            stream.st_ino == status->st_ino)
            return fd;
    }
    return -1;
}

/* A descriptor, or -1 with errno: of a pipe once somebody reads it. */
static int open_to_write(const char *path)
{
    enum { TRIES = 300 };
    const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0 && errno != ENXIO)
            return fd;
        if (fd < 0 && i + 1 < TRIES && nanosleep(&pause, NULL) == 0)
            errno = ENXIO;
    }
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    else
        errno = ENXIO;
    return fd;
}

static int open_as_it_stands(struct output *output, const char *path, const struct stat *status)
{
    const int stream = standard_stream(status);
    if (S_ISDIR(status->st_mode))
        return EISDIR;
    fflush(NULL);
    return file_of(stream >= 0 ? fcntl(stream, F_DUPFD_CLOEXEC, 0) : open_to_write(path),
                   &output->file);
}

/* Temporary files ------------------------------------------------------------------------------ */

static bool is_temporary(const char *name)
{
    const size_t head = strlen(prefix);
    return strncmp(name, prefix, head) == 0 && strspn(name + head, "0123456789abcdef") == DIGITS &&
           strcmp(name + head + DIGITS, ending) == 0;
}

/* Removes it, unless a process has it; where there are no locks, one may. */
static void temporary_remove(int folder, const char *name)
{
    struct stat status;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
        flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(fd);
}

/* Removes what killed processes have left in the folder of the path. */
static void sweep(const char *path, int folder_bytes)
{
    char *name = NULL;
    if (asprintf(&name, "%.*s.", folder_bytes, path) < 0)
        return;
    DIR *folder = opendir(name);
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder))
        if (is_temporary(entry->d_name))
            temporary_remove(dirfd(folder), entry->d_name);
    if (folder)
        closedir(folder);
    free(name);
}

/* A new file that this process holds. Returns 0 or an errno, EAGAIN when another one has taken it
 * for what is left of a killed one. */
static int temporary_make(struct output *output, int folder_bytes)
{
    uint64_t number;
    struct stat status;
    if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number))
        return errno;
    if (asprintf(&output->temporary, "%.*s%s%0*" PRIx64 "%s", folder_bytes, output->path, prefix,
                 DIGITS, number, ending) < 0) {
        output->temporary = NULL;
        return ENOMEM;
    }
    const int fd =
        open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno == EEXIST ? EAGAIN : errno;
    /* Where there are no locks, nobody removes it. */
    const bool taken = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const bool gone = fstat(fd, &status) == 0 && status.st_nlink == 0;
    /* Held until it has its name: until after the file is closed. */
    output->lock = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    int code = output->lock < 0 ? errno : taken || gone ? EAGAIN : 0;
    if (code != 0)
        close(fd);
    else
        code = file_of(fd, &output->file);
    if (code != 0)
        unlink(output->temporary);
    return code;
}

static void temporary_forget(struct output *output)
{
    if (output->lock >= 0)
        close(output->lock);
    free(output->temporary);
    output->temporary = NULL;
    output->lock = -1;
}

static int open_temporary(struct output *output)
{
    enum { TRIES = 8 };
    const char *slash = os_path_last(output->path);
    const int folder_bytes = slash ? (int)(slash + 1 - output->path) : 0;
    int code = EAGAIN;
    sweep(output->path, folder_bytes);
    for (int i = 0; i < TRIES && code == EAGAIN; i++) {
        temporary_forget(output);
        code = temporary_make(output, folder_bytes);
    }
    return code;
}

/* Examines the path, and the target where that is a link. Returns an errno. */
static int look(const char *path, bool *there, struct stat *link, struct stat *status)
{
    *there = lstat(path, link) == 0;
    if (!*there)
        return errno == ENOENT ? 0 : errno;
    if (stat(path, status) != 0)
        return S_ISLNK(link->st_mode) && errno == ENOENT ? ENOLINK : errno;
    return 0;
}

int output_look(const char *path)
{
    struct stat link, status;
    bool there;
    const int code = look(path, &there, &link, &status);
    return code == 0 && there && S_ISDIR(status.st_mode) ? EISDIR : code;
}

/* Recognises the run files and journals that this program writes. */
static bool holds_run(const char *path)
{
    static const char journal[] = ".journal", seed[] = "\"session\":{\"seed\":";
    const size_t length = strlen(path), tail = sizeof(journal) - 1;
    char head[512] = "";
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const ssize_t bytes = fd < 0 ? 0 : read(fd, head, sizeof(head) - 1);
    if (fd >= 0)
        close(fd);
    return (length > tail && strcmp(path + length - tail, journal) == 0) ||
           (bytes > 0 && strstr(head, "\"schema_version\":") && strstr(head, seed));
}

static int open_any(struct output *output, const char *path)
{
    struct stat link, status;
    bool there;
    const int code = look(path, &there, &link, &status);
    if (there && output->kind == OUTPUT_NEW)
        return EEXIST;
    if (code != 0)
        return code;
    if (there && (!S_ISREG(status.st_mode) || standard_stream(&status) >= 0))
        return open_as_it_stands(output, path, &status);
    if (there && output->kind == OUTPUT_DERIVED && holds_run(path))
        return EMEDIUMTYPE;
    output->path = there && S_ISLNK(link.st_mode) ? realpath(path, NULL) : strdup(path);
    return output->path ? open_temporary(output) : errno;
}

static void output_finish(struct output *output)
{
    if (output->file)
        fclose(output->file);
    temporary_forget(output);
    free(output->path);
    *output = (struct output){ .lock = -1 };
}

int output_open(struct output *output, const char *path, enum output_kind kind)
{
    *output = (struct output){ .lock = -1, .kind = kind };
    const int code = open_any(output, path);
    if (code != 0)
        output_finish(output);
    return code;
}

static int output_close(struct output *output)
{
    int code = fflush(output->file) != 0 ? errno : 0;
    if (code == 0 && ferror(output->file))
        code = output_failure(output->file);
    if (code == 0 && output->temporary)
        code = disk_sync(fileno(output->file));
    if (fclose(output->file) != 0 && code == 0)
        code = errno;
    output->file = NULL;
    return code;
}

int output_commit(struct output *output)
{
    int code = output_close(output);
    if (code == 0 && output->temporary && output->kind == OUTPUT_NEW)
        code = disk_rename_new(output->temporary, output->path);
    else if (code == 0 && output->temporary && rename(output->temporary, output->path) != 0)
        code = errno;
    if (output->temporary && code != 0)
        unlink(output->temporary);
    else if (output->temporary)
        code = disk_sync_folder(output->path);
    output_finish(output);
    return code;
}

void output_drop(struct output *output)
{
    if (output->file && output->temporary)
        unlink(output->temporary);
    output_finish(output);
}

int output_write(const char *path, enum output_kind kind, const void *data, size_t size)
{
    struct output output;
    int code = output_open(&output, path, kind);
    if (code == 0)
        code = disk_write(fileno(output.file), data, size);
    if (code == 0)
        return output_commit(&output);
    output_drop(&output);
    return code;
}
