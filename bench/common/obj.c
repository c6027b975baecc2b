/* SPDX-License-Identifier: MIT */
#include "bench/common/obj.h"

#include "bench/common/lines.h"
#include "harness/file.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char obj_blanks[] = " \t\r\n";

struct obj_reader {
    const struct obj_visitor *visitor;
    const char *path;
    size_t line;
    size_t position_count, texcoord_count, face_count;
    size_t unread_count, unread_line; /* lines of words that are not read, and the first of them */
    char unread[32];                  /* its word */
    struct obj_corner corners[OBJ_CORNERS_MAX];
    char *message;
    size_t message_bytes;
};

__attribute__((format(printf, 2, 3))) static bool obj_fail(const struct obj_reader *reader,
                                                           const char *format, ...)
{
    char cause[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause, sizeof(cause), format, arguments);
    va_end(arguments);
    if (reader->line > 0)
        snprintf(reader->message, reader->message_bytes, "%s:%zu: %s", reader->path, reader->line,
                 cause);
    else
        snprintf(reader->message, reader->message_bytes, "%s: %s", reader->path, cause);
    return false;
}

static bool obj_visited(const struct obj_reader *reader, const char *refusal)
{
    return !refusal || obj_fail(reader, "%s", refusal);
}

/* Length of the word at `text`, cut to fit a message. */
static int obj_word_length(const char *text)
{
    size_t length = strcspn(text, obj_blanks);
    return length < 40 ? (int)length : 40;
}

/* Numbers at the start of `text`; what follows them on the line (w, colours) is ignored. */
static bool obj_read_numbers(const struct obj_reader *reader, const char *text, float *numbers,
                             int count)
{
    for (int i = 0; i < count; i++) {
        text += strspn(text, obj_blanks);
        if (*text == '\0')
            return obj_fail(reader, "%d numbers wanted, %d found", count, i);
        char *end;
        numbers[i] = strtof(text, &end);
        const bool decimal = strcspn(text, "xX") >= (size_t)(end - text);
        if (end == text || !decimal || strcspn(end, obj_blanks) > 0 || !isfinite(numbers[i]))
            return obj_fail(reader, "malformed number \"%.*s\"", obj_word_length(text), text);
        text = end;
    }
    return true;
}

/* An index of the file, from 1 or from -1 backwards, as an index from 0. */
static bool obj_read_index(const struct obj_reader *reader, const char **text, size_t count,
                           const char *what, uint32_t *index)
{
    char *end;
    errno = 0;
    long long number = strtoll(*text, &end, 10);
    if (end == *text || strcspn(*text, obj_blanks) == 0)
        return obj_fail(reader, "malformed %s index \"%.*s\"", what, obj_word_length(*text), *text);
    long long from_zero = number < 0 ? (long long)count + number : number - 1;
    if (errno != 0 || number == 0 || from_zero < 0 || from_zero >= (long long)count ||
        from_zero > UINT32_MAX)
        return obj_fail(reader, "%s index %.*s is out of range: %zu read so far", what,
                        obj_word_length(*text), *text, count);
    *index = (uint32_t)from_zero;
    *text = end;
    return true;
}

/* v, v/vt, v//vn or v/vt/vn, a word of the line. */
static bool obj_read_corner(const struct obj_reader *reader, const char **text,
                            struct obj_corner *corner)
{
    *corner = (struct obj_corner){ 0 };
    if (!obj_read_index(reader, text, reader->position_count, "position", &corner->position))
        return false;
    if (reader->visitor->texcoord) {
        if (**text != '/' || (*text)[1] == '/')
            return obj_fail(reader, "a face without texture coordinates (vt); the density of a "
                                    "light map needs them: export the mesh with its UVs");
        ++*text;
        if (!obj_read_index(reader, text, reader->texcoord_count, "texture coordinate",
                            &corner->texcoord))
            return false;
    }
    const char *after = *text;
    size_t rest = strcspn(after, obj_blanks);
    if (rest > 0 && (*after != '/' || strspn(after + 1, "/-0123456789") != rest - 1)) {
        char word[64] = "";
        strncat(word, after, (size_t)obj_word_length(after));
        return obj_fail(reader, "malformed face: \"%s\" after its index", word);
    }
    *text += rest;
    return true;
}

static bool obj_read_face(struct obj_reader *reader, const char *text)
{
    size_t count = 0;
    for (text += strspn(text, obj_blanks); *text != '\0'; text += strspn(text, obj_blanks)) {
        if (count == OBJ_CORNERS_MAX)
            return obj_fail(reader, "a face of more than %d corners", OBJ_CORNERS_MAX);
        if (!obj_read_corner(reader, &text, &reader->corners[count]))
            return false;
        count++;
    }
    if (count < 3)
        return obj_fail(reader, "a face of %zu corners; 3 are the least", count);
    reader->face_count++;
    return obj_visited(reader,
                       reader->visitor->face(reader->visitor->state, reader->corners, count));
}

/* Notes a line that may be of the surface: neither blank nor a word that says nothing of it. */
static void obj_leave_out(struct obj_reader *reader, const char *line, size_t length)
{
    static const char *const idle[] = { "vt",       "vn",       "vp",         "g",        "o",
                                        "s",        "mg",       "usemtl",     "mtllib",   "p",
                                        "l",        "usemap",   "maplib",     "bevel",    "lod",
                                        "c_interp", "d_interp", "shadow_obj", "trace_obj" };
    bool is_idle = length == 0;
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
        is_idle = is_idle || (strlen(idle[i]) == length && strncmp(idle[i], line, length) == 0);
    if (is_idle || reader->unread_count++ > 0)
        return;
    reader->unread_line = reader->line;
    snprintf(reader->unread, sizeof(reader->unread), "%.*s", (int)(length < 31 ? length : 31),
             line);
}

static bool obj_read_line(struct obj_reader *reader, const char *line)
{
    const struct obj_visitor *visitor = reader->visitor;
    line += strspn(line, obj_blanks);
    size_t word = strcspn(line, obj_blanks);
    const char *rest = line + word;
    float numbers[3];
    if (word == 1 && *line == 'v') {
        reader->position_count++;
        return obj_read_numbers(reader, rest, numbers, 3) &&
               obj_visited(reader, visitor->position(visitor->state, numbers));
    }
    if (word == 2 && strncmp(line, "vt", 2) == 0 && visitor->texcoord) {
        reader->texcoord_count++;
        return obj_read_numbers(reader, rest, numbers, 2) &&
               obj_visited(reader, visitor->texcoord(visitor->state, numbers));
    }
    if (word == 1 && *line == 'f')
        return obj_read_face(reader, rest);
    obj_leave_out(reader, line, word);
    return true;
}

static bool obj_read_lines(struct obj_reader *reader, FILE *file)
{
    struct lines lines = { .file = file, .comment = '#' };
    const char *reason;
    int got;
    while ((got = lines_next(&lines, &reason)) > 0) {
        reader->line = lines.number;
        if (!obj_read_line(reader, lines.text))
            return false;
    }
    reader->line = lines.number;
    if (got < 0)
        return obj_fail(reader, "%s%s", lines.number > 0 ? "" : "cannot be read: ", reason);
    if (reader->face_count == 0)
        return obj_fail(reader, "no faces (f %s)%s%s%s; is this a Wavefront OBJ file?",
                        reader->visitor->texcoord ? "v/vt v/vt v/vt" : "v v v v",
                        reader->unread_count > 0 ? ", and '" : "", reader->unread,
                        reader->unread_count > 0 ? "' is not read" : "");
    return true;
}

bool obj_read(const struct obj_visitor *visitor, const char *path, char *message,
              size_t message_bytes)
{
    struct obj_reader reader = {
        .visitor = visitor, .path = path, .message = message, .message_bytes = message_bytes
    };
    FILE *file = file_open(path);
    if (!file)
        return obj_fail(&reader, "cannot be read: %s", file_reason(errno));
    message[0] = '\0';
    bool good = obj_read_lines(&reader, file);
    fclose(file);
    if (good && reader.unread_count > 0)
        snprintf(message, message_bytes, "line %zu: '%s' is not read (lines of such words: %zu)",
                 reader.unread_line, reader.unread, reader.unread_count);
    return good;
}
