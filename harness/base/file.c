/* SPDX-License-Identifier: MIT */
#include "harness/file.h"

#include "harness/os/os.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

FILE *file_open(const char *path)
{
    struct os_file_status status;
    const int fd = os_file_open(path, OS_FILE_READ | OS_FILE_AT_ONCE);
    if (fd < 0)
        return NULL;
    const bool is_file = os_file_look(fd, &status) &&
                         (status.kind == OS_FILE_IS_REGULAR || status.kind == OS_FILE_IS_FOLDER);
    FILE *file = is_file ? os_file_stream(fd, "rb") : NULL;
    if (file)
        return file;
    const int code = is_file ? errno : EINVAL;
    os_file_close(fd);
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
           : code == EILSEQ ? FILE_WIDE
                            : strerror(code);
}

size_t file_mark_bytes(const char *text, size_t size)
{
    size_t bytes = 0;
    while (size - bytes >= 3 && memcmp(text + bytes, "\xEF\xBB\xBF", 3) == 0)
        bytes += 3;
    return bytes;
}

bool file_is_utf16(const char *text, size_t size)
{
    return size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0 ||
                         (text[0] == 0) != (text[1] == 0));
}

double file_number(const char *text, const char **end)
{
    static const char marks[] = "+-.0123456789eE";
    char *behind;
    const double number = strtod(text, &behind);
    const bool decimal = behind != text && strspn(text, marks) >= (size_t)(behind - text);
    *end = decimal ? behind : text;
    return decimal ? number : NAN;
}
