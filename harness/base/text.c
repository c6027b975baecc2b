/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/os/os.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Has room for so many bytes more, and a zero. */
static void text_reserve(struct text *text, size_t count)
{
    const size_t wanted = text->length + count + 1;
    if (wanted > text->capacity) {
        text->capacity = wanted < 64 ? 64 : wanted + wanted / 2;
        text->string = need_again(text->string, text->capacity);
    }
}

void text_add_bytes(struct text *text, const void *bytes, size_t count)
{
    text_reserve(text, count);
    memcpy(text->string + text->length, bytes, count);
    text->length += count;
    text->string[text->length] = 0;
}

void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_add_values(struct text *text, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    assert(length >= 0);
    text_reserve(text, (size_t)length);
    vsnprintf(text->string + text->length, (size_t)length + 1, format, values);
    text->length += (size_t)length;
}

void text_add_format(struct text *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_add_values(text, format, values);
    va_end(values);
}

void text_join(struct text *text, const char *separator, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (text->length > 0)
        text_add(text, separator);
    text_add_values(text, format, values);
    va_end(values);
}

void text_join_cut(char *buffer, size_t bytes, const char *separator, const char *format, ...)
{
    const size_t length = strlen(buffer);
    const size_t begin = length + (size_t)snprintf(buffer + length, bytes - length, "%s",
                                                   length > 0 ? separator : "");
    size_t end = begin;
    va_list values;
    va_start(values, format);
    if (begin < bytes)
        end += (size_t)vsnprintf(buffer + begin, bytes - begin, format, values);
    va_end(values);
    if (end < bytes)
        return;
    for (end = strlen(buffer); end > length && ((unsigned char)buffer[end - 1] & 0xC0) == 0x80;)
        end--;
    end -= end > length && (unsigned char)buffer[end - 1] >= 0xC0;
    buffer[end] = 0;
}

static void stream_take(void *text, const char *bytes, size_t count)
{
    text_add_bytes(text, bytes, count);
}

FILE *text_stream(struct text *text)
{
    return need(os_stream_create(stream_take, text));
}

void text_stream_close(FILE *stream)
{
    char whole; /* where a stream is a file, it may not be */
    need(os_stream_close(stream) ? &whole : NULL);
}

void text_output_end(struct text *text, struct os_stream_output *output)
{
    need(os_stream_output_end(output, stream_take, text) ? text : NULL);
}

void text_stream_break(FILE *stream)
{
    (void)fgetc(stream); /* which sets its error indicator: it is not open for reading */
}

const char *text_string(const struct text *text)
{
    return text->string ? text->string : "";
}

char *text_take(struct text *text)
{
    text_add(text, "");
    char *string = text->string;
    *text = (struct text){ 0 };
    return string;
}

char *text_make(const char *format, ...)
{
    struct text text = { 0 };
    va_list values;
    va_start(values, format);
    text_add_values(&text, format, values);
    va_end(values);
    return text_take(&text);
}

int text_list_find(const char *list, size_t length, char between, const char *word)
{
    const size_t wanted = strlen(word);
    for (int i = 0; length > 0; i++) {
        const char *next = memchr(list, between, length);
        const size_t own = next ? (size_t)(next - list) : length;
        if (own == wanted && memcmp(list, word, own) == 0)
            return i;
        list += own + (next != NULL);
        length -= own + (next != NULL);
    }
    return -1;
}

bool text_ends(const char *string, const char *ending)
{
    const size_t length = strlen(string), tail = strlen(ending);
    return length > tail && strcmp(string + length - tail, ending) == 0;
}

void text_finish(struct text *text)
{
    free(text->string);
    *text = (struct text){ 0 };
}

/* Slugs ---------------------------------------------------------------------------------------- */

void slug_make(const char *name, char *slug, size_t slug_bytes)
{
    size_t used = 0;
    for (; *name != 0 && used + 1 < slug_bytes; name++) {
        unsigned char c = (unsigned char)*name;
        if (c < 128 && isalnum(c))
            slug[used++] = (char)tolower(c);
        else if (used > 0 && slug[used - 1] != '-')
            slug[used++] = '-';
    }
    while (used > 0 && slug[used - 1] == '-')
        used--;
    slug[used] = 0;
}
