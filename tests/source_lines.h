/* SPDX-License-Identifier: MIT */
/*
 * source_lines.h: where a word stands in the source of a shipped kernel. A planted kernel includes
 * that source with the word defined anew, so that what stands on one line of it is not done; so
 * there is a mutant for each barrier and each atomic, and none goes unnoticed that comes later.
 */
#ifndef CLAIMCHECK_TESTS_SOURCE_LINES_H
#define CLAIMCHECK_TESTS_SOURCE_LINES_H

#include "harness/engine/shaders/shaders.h"

#include <ctype.h>
#include <string.h>

/*
 * Lines, from 1, of a file below kernels/ on which the word stands, not as the end of another one:
 * those of calls. At most `room` are stored; returns how many there are, 0 where there is no file.
 */
static inline size_t source_lines(const char *path, const char *word, uint32_t *lines, size_t room)
{
    const struct kernel_source *source = kernel_set_source(path);
    const char *text = source ? source->text : "";
    size_t count = 0;
    uint32_t line = 1;
    for (const char *at = text; *at; at++) {
        const bool inside = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (*at == '\n')
            line++;
        if (inside || strncmp(at, word, strlen(word)) != 0)
            continue;
        if (count < room)
            lines[count] = line;
        count++;
    }
    return count;
}

#endif
