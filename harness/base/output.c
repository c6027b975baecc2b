/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"
#include "harness/os/os.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "claimcheck-", ending[] = ".tmp";

enum { DIGITS = 16 }; /* between those */

const char *output_error(int code)
{
    return code == ENOLINK       ? "it is a dangling link: remove it"
           : code == EMEDIUMTYPE ? "it holds a run, which would be lost: choose another file"
           : code == ENXIO       ? "no process reads it"
                                 : strerror(code);
}

int output_failure(FILE *file)
{
    const int fd = os_file_of(file);
    return console_is(fd) || os_file_write(fd, "\n", 1) >= 0 ? EIO : errno;
}

/* 0 and the file; the descriptor is closed when there is none. */
static int file_of(int fd, FILE **file)
{
    if (fd < 0)
        return errno;
    *file = os_file_stream(fd, "wb");
    if (*file)
        return 0;
    const int code = errno;
    os_file_close(fd);
    return code;
}

/* The descriptor of standard output or error, where that is the file; -1. */
static int standard_stream(const struct os_file_status *status)
{
    for (int fd = CONSOLE_OUTPUT; fd <= CONSOLE_ERROR; fd++) {
        struct os_file_status stream;
        if (os_file_look(fd, &stream) && os_file_is_same(&stream, status))
            return fd;
    }
    return -1;
}

/* Temporary files ------------------------------------------------------------------------------ */

/* Removes what killed processes have left in the folder of the path, unless a process has it; where
 * there are no locks, one may. */
static void sweep(const char *path, int folder_bytes)
{
    size_t count = 0;
    OWNED char *folder = text_make("%.*s.", folder_bytes, path);
    char **names = os_path_names(folder, &count);
    for (size_t i = 0; names && i < count; i++) {
        struct os_file_status status;
        const size_t head = strlen(prefix);
        if (strncmp(names[i], prefix, head) != 0 ||
            strspn(names[i] + head, "0123456789abcdef") != DIGITS ||
            strcmp(names[i] + head + DIGITS, ending) != 0)
            continue;
        OWNED char *file = text_make("%.*s%s", folder_bytes, path, names[i]);
        const int fd = os_file_open(file, OS_FILE_READ | OS_FILE_NO_LINK | OS_FILE_AT_ONCE);
        if (fd >= 0 && os_file_look(fd, &status) && status.kind == OS_FILE_IS_REGULAR &&
            status.owner == os_file_user() && os_file_lock(fd) == 0)
            os_path_remove(file);
        if (fd >= 0)
            os_file_close(fd);
    }
    os_path_names_free(&names);
}

/* A new file that this process holds. Returns 0 or an errno, EAGAIN when another one has taken it
 * for what is left of a killed one. */
static int temporary_make(struct output *output, int folder_bytes)
{
    uint64_t number;
    struct os_file_status status;
    int code;
    /* Where a sandbox forbids it: a name that is taken is tried anew. */
    if (os_machine_random(&number, sizeof(number)) != 0)
        number = (uint64_t)clock_now_ns() ^ (uint64_t)(uintptr_t)&status;
    output->temporary = text_make("%.*s%s%0*" PRIx64 "%s", folder_bytes, output->path, prefix,
                                  DIGITS, number, ending);
    const int fd = os_file_open(output->temporary, OS_FILE_WRITE | OS_FILE_NEW | OS_FILE_NO_LINK);
    if (fd < 0)
        return errno == EEXIST ? EAGAIN : errno;
    /* Where there are no locks, nobody removes it. */
    const bool taken = os_file_lock(fd) == EWOULDBLOCK;
    const bool gone = os_file_look(fd, &status) && status.names == 0;
    /* Held until it has its name: until after the file is closed. */
    output->lock = os_file_again(fd);
    code = output->lock < 0 ? errno : taken || gone ? EAGAIN : 0;
    if (code != 0)
        os_file_close(fd);
    else
        code = file_of(fd, &output->file);
    if (code != 0)
        os_path_remove(output->temporary);
    return code;
}

static void temporary_forget(struct output *output)
{
    if (output->lock >= 0)
        os_file_close(output->lock);
    free(output->temporary);
    output->temporary = NULL;
    output->lock = -1;
}

/* Examines the path, and the target where that is a link. Returns an errno. */
static int look(const char *path, bool *there, struct os_file_status *link,
                struct os_file_status *status)
{
    *there = os_path_look_link(path, link);
    if (!*there)
        return errno == ENOENT ? 0 : errno;
    if (!os_path_look(path, status))
        return link->kind == OS_FILE_IS_LINK && errno == ENOENT ? ENOLINK : errno;
    return 0;
}

int output_look(const char *path)
{
    struct os_file_status link, status;
    bool there;
    const int code = look(path, &there, &link, &status);
    return code == 0 && there && status.kind == OS_FILE_IS_FOLDER ? EISDIR : code;
}

void output_drop_link(const char *path)
{
    struct os_file_status status;
    if (os_path_look_link(path, &status) && status.kind == OS_FILE_IS_LINK)
        os_path_remove(path);
}

/* Recognises the run files and journals that this program writes. */
static bool holds_run(const char *path)
{
    static const char seed[] = "\"session\":{\"seed\":";
    char head[512] = "";
    const int fd = os_file_open(path, OS_FILE_READ | OS_FILE_AT_ONCE);
    const int64_t bytes = fd < 0 ? 0 : os_file_read_at(fd, head, sizeof(head) - 1, 0);
    if (fd >= 0)
        os_file_close(fd);
    return text_ends(path, ".journal") ||
           (bytes > 0 && strstr(head, "\"schema_version\":") && strstr(head, seed));
}

/* Opens what is no regular file, or one of the standard streams; a pipe once somebody reads it. */
static int open_as_it_stands(struct output *output, const char *path,
                             const struct os_file_status *status)
{
    enum { TRIES = 300 };
    const int stream = standard_stream(status);
    if (status->kind == OS_FILE_IS_FOLDER)
        return EISDIR;
    fflush(NULL);
    int fd = stream >= 0 ? os_file_again(stream) : os_file_open_pipe(path);
    for (int i = 1; i < TRIES && stream < 0 && fd < 0 && errno == ENXIO; i++) {
        clock_sleep_ns(10e6);
        fd = os_file_open_pipe(path);
    }
    return file_of(fd, &output->file);
}

static int open_any(struct output *output, const char *path)
{
    enum { TRIES = 8 };
    struct os_file_status link, status;
    bool there;
    int code = look(path, &there, &link, &status);
    if (there && output->kind == OUTPUT_NEW)
        return EEXIST;
    if (code != 0)
        return code;
    if (there && (status.kind != OS_FILE_IS_REGULAR || standard_stream(&status) >= 0))
        return open_as_it_stands(output, path, &status);
    if (there && output->kind == OUTPUT_DERIVED && holds_run(path))
        return EMEDIUMTYPE;
    output->path = there && link.kind == OS_FILE_IS_LINK ? os_path_whole(path) : need_copy(path);
    if (!output->path)
        return errno;
    const char *slash = os_path_last(output->path);
    const int folder_bytes = slash ? (int)(slash + 1 - output->path) : 0;
    sweep(output->path, folder_bytes);
    code = EAGAIN;
    for (int i = 0; i < TRIES && code == EAGAIN; i++) {
        temporary_forget(output);
        code = temporary_make(output, folder_bytes);
    }
    return code;
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

int output_commit(struct output *output)
{
    int code = fflush(output->file) != 0 ? errno : 0;
    if (code == 0 && ferror(output->file))
        code = output_failure(output->file);
    if (code == 0 && output->temporary)
        code = disk_sync(os_file_of(output->file));
    if (fclose(output->file) != 0 && code == 0)
        code = errno;
    output->file = NULL;
    if (code == 0 && output->temporary && output->kind == OUTPUT_NEW)
        code = os_path_rename_new(output->temporary, output->path);
    else if (code == 0 && output->temporary)
        code = os_path_replace(output->temporary, output->path);
    if (output->temporary && code != 0)
        os_path_remove(output->temporary);
    else if (output->temporary)
        code = disk_sync_folder(output->path);
    output_finish(output);
    return code;
}

void output_drop(struct output *output)
{
    if (output->file && output->temporary)
        os_path_remove(output->temporary);
    output_finish(output);
}

int output_write(const char *path, enum output_kind kind, const void *data, size_t size)
{
    struct output output;
    int code = output_open(&output, path, kind);
    if (code == 0)
        code = disk_write(os_file_of(output.file), data, size);
    if (code == 0)
        return output_commit(&output);
    output_drop(&output);
    return code;
}
