/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"

#include "harness/base/need.h"
#include "harness/os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool json_line_write(int fd, json_t *object)
{
    OWNED char *text = json_value_dump(object, JSON_COMPACT);
    json_decref(object);
    if (!text)
        return false;
    const size_t length = strlen(text);
    text[length] = '\n';
    return disk_write(fd, text, length + 1) == 0;
}

void json_line_fill(struct json_line_reader *reader)
{
    enum { CHUNK_BYTES = 1 << 16 };
    if (reader->size >= JSON_LINE_BYTES_MAX) {
        reader->ended = true;
        return;
    }
    if (reader->capacity - reader->size < CHUNK_BYTES) {
        reader->capacity = 2 * reader->capacity + CHUNK_BYTES;
        reader->text = need_again(reader->text, reader->capacity);
    }
    const size_t got =
        os_channel_read(reader->fd, reader->text + reader->size, reader->capacity - reader->size);
    reader->size += got;
    reader->ended = reader->ended || got == 0;
}

json_t *json_line_take(struct json_line_reader *reader)
{
    char *end = reader->size == 0 ? NULL : memchr(reader->text, '\n', reader->size);
    if (!end)
        return NULL;
    size_t length = (size_t)(end - reader->text);
    json_t *object = json_loadb(reader->text, length, 0, NULL);
    reader->ended = reader->ended || !object; /* what a lost line said is not known */
    reader->size -= length + 1;
    memmove(reader->text, end + 1, reader->size);
    return object;
}

json_t *json_line_wait(struct json_line_reader *reader)
{
    json_t *object = json_line_take(reader);
    while (!object && !reader->ended) {
        json_line_fill(reader);
        object = json_line_take(reader);
    }
    return object;
}

json_t *json_line_bytes(const void *data, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = data;
    OWNED char *text = need_bytes(2 * size);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return json_stringn(text, 2 * size);
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10) & 15;
}

static void digits_read(const char *digits, unsigned char *bytes, size_t size)
{
    if (strlen(digits) != 2 * size)
        return;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(16 * digit(digits[2 * i]) + digit(digits[2 * i + 1]));
}

void json_line_bytes_read(const json_t *text, void *data, size_t size)
{
    if (json_is_string(text))
        digits_read(json_string_value(text), data, size);
}

json_t *json_line_text(const char *text)
{
    return json_line_bytes(text, strlen(text));
}

char *json_line_text_read(const json_t *text)
{
    return json_is_string(text) ? json_line_text_decode(json_string_value(text)) : NULL;
}

char *json_line_text_decode(const char *digits)
{
    const size_t size = strlen(digits) / 2;
    char *text = need_zeroed(size + 1, 1);
    digits_read(digits, (unsigned char *)text, size);
    return text;
}

void json_line_finish(struct json_line_reader *reader)
{
    free(reader->text);
    *reader = (struct json_line_reader){ .fd = -1, .ended = true };
}
