/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"
#include "harness/file.h"
#include "harness/os/os.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int disk_read(int fd, char **text, size_t *size)
{
    struct os_file_status status;
    *text = NULL;
    *size = 0;
    if (!os_file_look(fd, &status))
        return errno;
    if (status.kind != OS_FILE_IS_REGULAR)
        return status.kind == OS_FILE_IS_FOLDER ? EISDIR : EINVAL;
    const size_t capacity = (size_t)status.bytes;
    char *buffer = malloc(capacity + 1);
    if (!buffer)
        return ENOMEM;
    while (*size < capacity) {
        const int64_t count = os_file_read_at(fd, buffer + *size, capacity - *size, *size);
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
    struct os_file_status status;
    const int fd = os_file_open(path, OS_FILE_READ | OS_FILE_AT_ONCE);
    *text = NULL;
    *size = 0;
    if (fd < 0)
        return errno;
    const bool large = os_file_look(fd, &status) && status.kind == OS_FILE_IS_REGULAR &&
                       status.bytes > DISK_LOAD_BYTES_MAX;
    const int code = large ? EFBIG : disk_read(fd, text, size);
    os_file_close(fd);
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

size_t disk_mark_bytes(const char *text, size_t size)
{
    return file_mark_bytes(text, size);
}

const char *disk_wide_fault(const char *text, size_t size)
{
    return file_is_utf16(text, size) ? FILE_WIDE : NULL;
}

bool disk_load_said(const char *path, char **text, size_t *size)
{
    const int code = disk_load_text(path, text, size);
    return code == 0 || disk_say_unread(path, code);
}

bool disk_say_unread(const char *path, int code)
{
    struct os_file_status link;
    const bool dangles =
        code == ENOENT && os_path_look_link(path, &link) && link.kind == OS_FILE_IS_LINK;
    return trouble("cannot read '%s': %s", path,
                   dangles ? "it is a link to nothing" : file_reason(code));
}

int disk_write(int fd, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        const int64_t count = os_file_write(fd, rest, size);
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

/* Whether a file system has nothing to wait for. */
static bool is_no_sync(int code)
{
    return code == EINVAL || code == ENOSYS || code == EOPNOTSUPP || code == ENOTSUP;
}

int disk_sync(int fd)
{
    int code;
    do
        code = os_file_sync(fd);
    while (code == EINTR);
    return is_no_sync(code) ? 0 : code;
}

int disk_sync_folder(const char *path)
{
    const char *slash = os_path_last(path);
    OWNED char *folder = need(!slash          ? strdup(".")
                              : slash == path ? strdup("/")
                                              : strndup(path, (size_t)(slash - path)));
    int code;
    do
        code = os_path_sync_folder(folder);
    while (code == EINTR);
    /* A folder may be writable and yet not readable. */
    return code == EACCES || is_no_sync(code) ? 0 : code;
}

bool disk_is_there(const char *path)
{
    struct os_file_status status;
    return os_path_look_link(path, &status);
}

bool disk_is_open(int fd, const char *path)
{
    struct os_file_status opened, there;
    return os_file_look(fd, &opened) && os_path_look_link(path, &there) &&
           os_file_is_same(&opened, &there);
}

char *disk_shell_word(const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+-:,@%";
    struct text word = { 0 };
    if (path[strspn(path, plain)] == 0)
        return need_copy(path);
    text_add(&word, "'");
    for (; *path != 0; path++)
        text_add_bytes(&word, *path == '\'' ? "'\\''" : path, *path == '\'' ? 4 : 1);
    text_add(&word, "'");
    return text_take(&word);
}

char *disk_shell_word_shown(const char *path)
{
    struct text word = { 0 };
    if (printable_is(path))
        return disk_shell_word(path);
    text_add(&word, "$'");
    for (; *path != 0; path++) {
        const unsigned char letter = (unsigned char)*path;
        const bool plain = letter >= ' ' && letter <= '~' && letter != '\'' && letter != '\\';
        text_add_format(&word, plain ? "%c" : "\\x%02x", letter);
    }
    text_add(&word, "'");
    return text_take(&word);
}

char *disk_shell_word_here(const char *path)
{
    OWNED char *here = os_path_here();
    const size_t length = here ? strlen(here) : 0;
    const bool below = length > 0 && strncmp(path, here, length) == 0 &&
                       os_path_separates(path[length]) && path[length + 1] != 0;
    return disk_shell_word_shown(below ? path + length + 1 : path);
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
    return text_make("%s%s", path, suffix);
}

int disk_make_folders(const char *path, unsigned mode)
{
    OWNED char *part = need_copy(path);
    int code = 0;
    char *slash = *part != 0 ? os_path_first(part + 1) : NULL;
    for (; code == 0 && slash; slash = os_path_first(slash + 1)) {
        struct os_file_status status;
        const char separator = *slash;
        *slash = 0;
        code = os_path_make_folder(part, mode);
        if (code != 0 && os_path_look(part, &status))
            code = status.kind == OS_FILE_IS_FOLDER ? 0 : ENOTDIR;
        *slash = separator;
    }
    return code;
}

bool disk_same_file(const char *a, const char *b)
{
    struct os_file_status of_a, of_b;
    if (strcmp(a, b) == 0)
        return true;
    return os_path_look(a, &of_a) && os_path_look(b, &of_b) && os_file_is_same(&of_a, &of_b);
}

/* Stamps --------------------------------------------------------------------------------------- */

struct file_stamp file_stamp_read(const char *path)
{
    struct file_stamp stamp = { .there = false };
    stamp.there = os_path_look(path, &stamp.status);
    return stamp;
}

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b)
{
    if (!a->there || !b->there)
        return a->there == b->there;
    return os_file_is_same(&a->status, &b->status) && a->status.bytes == b->status.bytes &&
           a->status.written_ns == b->status.written_ns &&
           a->status.changed_ns == b->status.changed_ns;
}

/* The folder of data --------------------------------------------------------------------------- */

/* "<start><middle><name>" where that is a folder; NULL. */
static char *folder_try(const char *start, const char *middle, const char *name)
{
    char *path = text_make("%s%s%s", start, middle, name);
    if (os_path_is_folder(path))
        return path;
    free(path);
    return NULL;
}

char *data_folder_find(const char *name)
{
    OWNED char *path = os_path_program();
    char *found = NULL;
    for (char *slash = path ? os_path_last(path) : NULL; slash && !found;
         slash = os_path_last(path)) {
        *slash = 0;
        found = folder_try(path, "/", name);
        if (!found)
            found = folder_try(path, "/share/claimcheck/", name);
    }
    if (!found)
        found = folder_try(CLAIMCHECK_DATA_FOLDER, "/claimcheck/", name);
    return found ? found : folder_try("", "", name);
}
