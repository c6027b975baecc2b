/* SPDX-License-Identifier: MIT */
#include "harness/base/disk.h"

#include "harness/base/printable.h"
#include "harness/file.h"
#include "harness/os/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int disk_read(int fd, char **text, size_t *size)
{
    struct stat status;
    *text = NULL;
    *size = 0;
    if (fstat(fd, &status) != 0)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (!S_ISREG(status.st_mode))
        return EINVAL;
    size_t capacity = (size_t)status.st_size;
    char *buffer = malloc(capacity + 1);
    if (!buffer)
        return ENOMEM;
    while (*size < capacity) {
        ssize_t count = pread(fd, buffer + *size, capacity - *size, (off_t)*size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            int code = errno;
            free(buffer);
            return code;
        }
        if (count == 0)
            break;
        *size += (size_t)count;
    }
    buffer[*size] = 0;
    *text = buffer;
    return 0;
}

int disk_load(const char *path, char **text, size_t *size)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *text = NULL;
    *size = 0;
    if (fd < 0)
        return errno;
    const bool large = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                       (uintmax_t)status.st_size > DISK_LOAD_BYTES_MAX;
    const int code = large ? EFBIG : disk_read(fd, text, size);
    close(fd);
    return code;
}

int disk_load_text(const char *path, char **text, size_t *size)
{
    const int code = disk_load(path, text, size);
    if (code != 0)
        return code;
    const size_t mark = file_mark_bytes(*text, *size);
    memmove(*text, *text + mark, *size - mark + 1);
    *size -= mark;
    if (!file_is_utf16(*text, *size))
        return 0;
    free(*text);
    *text = NULL;
    *size = 0;
    return EILSEQ;
}

bool disk_load_said(const char *path, char **text, size_t *size, char *message,
                    size_t message_bytes)
{
    const int code = disk_load_text(path, text, size);
    if (code != 0)
        disk_say_unread(path, code, message, message_bytes);
    return code == 0;
}

void disk_say_unread(const char *path, int code, char *message, size_t message_bytes)
{
    snprintf(message, message_bytes, "cannot read '%s': %s", path, file_reason(code));
}

int disk_write(int fd, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        ssize_t count = write(fd, rest, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        if (count == 0)
            return EIO;
        rest += count;
        size -= (size_t)count;
    }
    return 0;
}

int disk_sync(int fd)
{
    while (fdatasync(fd) != 0) {
        if (errno == EINVAL || errno == ENOSYS) /* the file system has nothing to wait for */
            return 0;
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

int disk_sync_folder(const char *path)
{
    const char *slash = os_path_last(path);
    char *folder = !slash          ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    if (!folder)
        return ENOMEM;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int code = fd < 0 ? errno : disk_sync(fd);
    if (fd >= 0)
        close(fd);
    free(folder);
    return code == EACCES ? 0 : code; /* a folder may be writable and yet not readable */
}

int disk_rename_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (disk_is_there(to))
        return EEXIST;
    return rename(from, to) == 0 ? 0 : errno;
}

bool disk_is_there(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

bool disk_is_open(int fd, const char *path)
{
    struct stat opened, there;
    return fstat(fd, &opened) == 0 && lstat(path, &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

void disk_shell_word(const char *path, char *text, size_t bytes)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+-:,@%";
    if (path[strspn(path, plain)] == 0) {
        snprintf(text, bytes, "%s", path);
        return;
    }
    size_t used = (size_t)snprintf(text, bytes, "'");
    for (; *path != 0 && used < bytes; path++) {
        const char letter[] = { *path, 0 };
        used += (size_t)snprintf(text + used, bytes - used, "%s", *path == '\'' ? "'\\''" : letter);
    }
    if (used < bytes)
        snprintf(text + used, bytes - used, "'");
}

void disk_shell_word_shown(const char *path, char *text, size_t bytes)
{
    if (printable_is(path)) {
        disk_shell_word(path, text, bytes);
        return;
    }
    size_t used = (size_t)snprintf(text, bytes, "$'");
    for (; *path != 0 && used < bytes; path++) {
        const unsigned char letter = (unsigned char)*path;
        const bool plain = letter >= ' ' && letter <= '~' && letter != '\'' && letter != '\\';
        used += (size_t)snprintf(text + used, bytes - used, plain ? "%c" : "\\x%02x", letter);
    }
    if (used < bytes)
        snprintf(text + used, bytes - used, "'");
}

const char *disk_base_name(const char *path)
{
    size_t start = strlen(path);
    while (start > 0 && os_path_separates(path[start - 1]))
        start--;
    while (start > 0 && !os_path_separates(path[start - 1]))
        start--;
    return path + start;
}

char *disk_path(const char *path, const char *suffix)
{
    size_t bytes = strlen(path) + strlen(suffix) + 1;
    char *joined = malloc(bytes);
    if (joined)
        snprintf(joined, bytes, "%s%s", path, suffix);
    return joined;
}

int disk_make_folders(const char *path, unsigned mode)
{
    char *part = strdup(path);
    int code = part ? 0 : ENOMEM;
    char *slash = part && *part != 0 ? os_path_first(part + 1) : NULL;
    for (; code == 0 && slash; slash = os_path_first(slash + 1)) {
        struct stat status;
        const char separator = *slash;
        *slash = 0;
        code = mkdir(part, mode) == 0 ? 0 : errno;
        if (code != 0 && stat(part, &status) == 0)
            code = S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
        *slash = separator;
    }
    free(part);
    return code;
}

bool disk_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}
