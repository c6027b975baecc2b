/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/record/record.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Check sums ----------------------------------------------------------------------------------- */

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

/* Text ---------------------------------------------------------------------------------------- */

static void dump_value(struct text *text, const json_t *value)
{
    OWNED char *line = json_value_dump(value, JSON_COMPACT | JSON_ENCODE_ANY);
    text_add(text, line);
}

/* All but the end; an earlier sum is none of this text. */
static void dump_document(struct text *text, const json_t *document)
{
    const char *key, *separator = "{\n";
    json_t *value;
    assert(document);
    json_object_foreach((json_t *)document, key, value)
    {
        json_auto_t *name = json_string(key);
        if (strcmp(key, "sum") == 0)
            continue;
        text_add(text, separator);
        dump_value(text, name);
        text_add(text, ":");
        if (json_is_array(value)) {
            text_add(text, "[");
            foreach_json (entry, value) {
                text_add(text, entry_at == 0 ? "\n" : ",\n");
                dump_value(text, entry);
            }
            text_add(text, json_array_size(value) == 0 ? "]" : "\n]");
        } else {
            dump_value(text, value);
        }
        separator = ",\n";
    }
}

char *results_dump(const json_t *document)
{
    struct text text = { 0 };
    if (!document)
        return NULL;
    dump_document(&text, document);
    text_add(&text, "\n}\n");
    return text_take(&text);
}

char *results_dump_summed(const json_t *document)
{
    struct text text = { 0 };
    char digits[SUM_TEXT_BYTES];
    if (!document)
        return NULL;
    dump_document(&text, document);
    sum_text(text_string(&text), text.length, digits);
    text_add_format(&text, "%s%s%s", sum_before(SUM_OF_FILE), digits, sum_behind(SUM_OF_FILE));
    return text_take(&text);
}
