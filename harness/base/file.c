/* SPDX-License-Identifier: MIT */
#include "harness/file.h"

#include "harness/os/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *file_open(const char *path)
{
    struct stat status;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    const bool is_file =
        fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
    FILE *file = is_file ? fdopen(fd, "rb") : NULL;
    if (file)
        return file;
    const int code = is_file ? errno : EINVAL;
    close(fd);
    errno = code;
    return NULL;
}

FILE *file_open_bytes(const void *bytes, size_t size)
{
    return os_stream_read(bytes, size);
}

const char *file_reason(int code)
{
    return code == EINVAL   ? "it is not a regular file: save it in one first"
           : code == EILSEQ ? "it is UTF-16: save it as UTF-8"
                            : strerror(code);
}

size_t file_mark_bytes(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool file_is_utf16(const char *text, size_t size)
{
    return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0);
}
