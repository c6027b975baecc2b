/* SPDX-License-Identifier: MIT */
/* recorder.h: lines that doubles of other programs write, into the file that CLAIMCHECK_RECORDER of
 * the environment names; without it nothing is written. */
#ifndef CLAIMCHECK_TESTS_RECORDER_H
#define CLAIMCHECK_TESTS_RECORDER_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static inline void __attribute__((format(printf, 1, 2))) note(const char *format, ...)
{
    const char *path = getenv("CLAIMCHECK_RECORDER");
    FILE *file = path ? fopen(path, "a") : NULL;
    va_list arguments;
    if (!file)
        return;
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fputc('\n', file);
    fclose(file);
}

#endif
