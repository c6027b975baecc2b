/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *sum_before(enum sum_form form)
{
    return form == SUM_OF_LINE ? ",\"sum\":\"" : ",\n\"sum\":\"";
}

const char *sum_behind(enum sum_form form)
{
    return form == SUM_OF_LINE ? "\"}" : "\"\n}\n";
}

void sum_text(const char *text, size_t size, char digits[SUM_TEXT_BYTES])
{
    char all[SHA256_TEXT_BYTES];
    sha256_text(text, size, all);
    memcpy(digits, all, SUM_TEXT_BYTES - 1);
    digits[SUM_TEXT_BYTES - 1] = 0;
}

static enum sum_state look(enum sum_form form, const char *text, size_t size)
{
    const char *before = sum_before(form), *behind = sum_behind(form);
    const size_t tail = strlen(before) + SUM_TEXT_BYTES - 1 + strlen(behind);
    char digits[SUM_TEXT_BYTES];
    if (size < tail)
        return SUM_NONE;
    const char *at = text + size - tail;
    if (memcmp(at, before, strlen(before)) != 0 ||
        memcmp(text + size - strlen(behind), behind, strlen(behind)) != 0)
        return SUM_NONE;
    sum_text(text, size - tail, digits);
    return memcmp(at + strlen(before), digits, SUM_TEXT_BYTES - 1) == 0 ? SUM_HOLDS : SUM_DIFFERS;
}

/* Returns a copy whose lines end with LF, the last one of a file, too. */
static char *with_line_feeds(enum sum_form form, const char *text, size_t size, size_t *bytes)
{
    char *copy = need_bytes(size + 1);
    *bytes = 0;
    while (size > 0 && strchr("\r\n\t ", text[size - 1]))
        size--;
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\r')
            copy[(*bytes)++] = text[i];
    if (form == SUM_OF_FILE)
        copy[(*bytes)++] = '\n';
    return copy;
}

enum sum_state sum_look(enum sum_form form, const char *text, size_t size)
{
    const enum sum_state state = look(form, text, size);
    const size_t feeds = form == SUM_OF_FILE ? 1 : 0;
    size_t bytes;
    /* Whether with_line_feeds() may change the text. */
    const bool otherwise = size < 2 || (feeds > 0 && text[size - 1] != '\n') ||
                           strchr("\r\n\t ", text[size - 1 - feeds]) || memchr(text, '\r', size);
    if (state != SUM_NONE || !otherwise)
        return state;
    OWNED char *copy = with_line_feeds(form, text, size, &bytes);
    return look(form, copy, bytes);
}
