/* SPDX-License-Identifier: MIT */
#include "harness/os/windows_text.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char *strndup(const char *text, size_t most)
{
    const size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

char *strsep(char **rest, const char *marks)
{
    char *begin = *rest, *end = begin ? begin + strcspn(begin, marks) : NULL;
    if (!begin)
        return NULL;
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return begin;
}

char *strcasestr(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (; strnlen(text, length) == length; text++)
        if (_strnicmp(text, part, length) == 0)
            return (char *)text;
    return NULL;
}

void *memmem(const void *text, size_t size, const void *part, size_t part_size)
{
    const char *at = text;
    for (; part_size <= size; at++, size--)
        if (memcmp(at, part, part_size) == 0)
            return (void *)at;
    return NULL;
}

ssize_t getline(char **line, size_t *capacity, FILE *file)
{
    size_t length = 0;
    int byte;
    while ((byte = fgetc(file)) != EOF) {
        if (length + 2 > *capacity) {
            const size_t more = 2 * *capacity + 128;
            char *larger = realloc(*line, more);
            if (!larger)
                return -1;
            *line = larger;
            *capacity = more;
        }
        (*line)[length++] = (char)byte;
        if (byte == '\n')
            break;
    }
    if (length > 0)
        (*line)[length] = 0;
    return length > 0 ? (ssize_t)length : -1;
}

/* A number of so many digits at most. */
static bool number_read(const char **text, size_t digits, int *number)
{
    size_t i = 0;
    for (*number = 0; i < digits && isdigit((unsigned char)**text); i++)
        *number = 10 * *number + *(*text)++ - '0';
    return i > 0;
}

char *strptime(const char *text, const char *format, struct tm *time)
{
    for (; *format; format++) {
        int number;
        if (*format != '%') {
            if (*text++ != *format)
                return NULL;
            continue;
        }
        const char kind = *++format;
        if (!number_read(&text, kind == 'Y' ? 4 : 2, &number))
            return NULL;
        switch (kind) {
        case 'Y': time->tm_year = number - 1900; break;
        case 'm': time->tm_mon = number - 1; break;
        case 'd': time->tm_mday = number; break;
        case 'H': time->tm_hour = number; break;
        case 'M': time->tm_min = number; break;
        case 'S': time->tm_sec = number; break;
        default: return NULL;
        }
    }
    return (char *)text;
}

struct tm *gmtime_r(const time_t *time, struct tm *parts)
{
    return gmtime_s(parts, time) == 0 ? parts : NULL;
}

struct tm *localtime_r(const time_t *time, struct tm *parts)
{
    return localtime_s(parts, time) == 0 ? parts : NULL;
}

double lgamma_r(double x, int *sign)
{
    *sign = 1; /* of the numbers above zero, which are all that is asked */
    return lgamma(x);
}

int timespec_get(struct timespec *now, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}
