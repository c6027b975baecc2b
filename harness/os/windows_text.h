/* SPDX-License-Identifier: MIT */
/*
 * windows_text.h: what GNU's C library declares in its own headers, and that of Windows lacks. The
 * build has every file include this first.
 */
#ifndef CLAIMCHECK_HARNESS_OS_WINDOWS_TEXT_H
#define CLAIMCHECK_HARNESS_OS_WINDOWS_TEXT_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#define EDQUOT 223
#define EMEDIUMTYPE 224
#define TIME_UTC 1
#define getc_unlocked _getc_nolock
#define timegm _mkgmtime
#define strtok_r strtok_s

char *strndup(const char *text, size_t most);
char *strsep(char **rest, const char *marks);
char *strcasestr(const char *text, const char *part);
int strverscmp(const char *a, const char *b);
void *memmem(const void *text, size_t size, const void *part, size_t part_size);
ssize_t getline(char **line, size_t *capacity, FILE *file);
char *strptime(const char *text, const char *format, struct tm *time); /* %Y %m %d %H %M %S alone */
struct tm *gmtime_r(const time_t *time, struct tm *parts);
struct tm *localtime_r(const time_t *time, struct tm *parts);
double lgamma_r(double x, int *sign);
int timespec_get(struct timespec *now, int base);

#endif
