/* SPDX-License-Identifier: MIT */
#include "bench/common/obj.h"

#include "bench/common/lines.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char obj_blanks[] = " \t\r\n";

struct obj_reader {
    const struct obj_visitor *visitor;
    struct lines lines;
    size_t position_count, texcoord_count, face_count;
    size_t unread_count, unread_line; /* lines of words that are not read, and the first of them */
    char unread[32];                  /* its word */
    struct obj_corner corners[OBJ_CORNERS_MAX];
};

static bool obj_visited(const struct obj_reader *reader, const char *refusal)
{
    return !refusal || lines_trouble(&reader->lines, "%s", refusal);
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
            return lines_trouble(&reader->lines, "%d numbers wanted, %d found", count, i);
        char *end;
        numbers[i] = strtof(text, &end);
        const bool decimal = strcspn(text, "xX") >= (size_t)(end - text);
        if (end == text || !decimal || strcspn(end, obj_blanks) > 0 || !isfinite(numbers[i]))
            return lines_trouble(&reader->lines, "malformed number \"%.*s\"", obj_word_length(text),
                                 text);
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
        return lines_trouble(&reader->lines, "malformed %s index \"%.*s\"", what,
                             obj_word_length(*text), *text);
    long long from_zero = number < 0 ? (long long)count + number : number - 1;
    if (errno != 0 || number == 0 || from_zero < 0 || from_zero >= (long long)count ||
        from_zero > UINT32_MAX)
        return lines_trouble(&reader->lines, "%s index %.*s is out of range: %zu read so far", what,
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
            return lines_trouble(&reader->lines,
                                 "a face without texture coordinates (vt); the density of a "
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
        return lines_trouble(&reader->lines, "malformed face: \"%s\" after its index", word);
    }
    *text += rest;
    return true;
}

static bool obj_read_face(struct obj_reader *reader, const char *text)
{
    size_t count = 0;
    for (text += strspn(text, obj_blanks); *text != '\0'; text += strspn(text, obj_blanks)) {
        if (count == OBJ_CORNERS_MAX)
            return lines_trouble(&reader->lines, "a face of more than %d corners", OBJ_CORNERS_MAX);
        if (!obj_read_corner(reader, &text, &reader->corners[count]))
            return false;
        count++;
    }
    if (count < 3)
        return lines_trouble(&reader->lines, "a face of %zu corners; 3 are the least", count);
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
    reader->unread_line = reader->lines.number;
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

static bool obj_read_lines(struct obj_reader *reader)
{
    while (lines_next(&reader->lines))
        if (!obj_read_line(reader, reader->lines.text))
            return false;
    if (!reader->lines.failed && reader->face_count == 0)
        return lines_trouble(&reader->lines, "no faces (f %s)%s%s%s; is this a Wavefront OBJ file?",
                             reader->visitor->texcoord ? "v/vt v/vt v/vt" : "v v v v",
                             reader->unread_count > 0 ? ", and '" : "", reader->unread,
                             reader->unread_count > 0 ? "' is not read" : "");
    return !reader->lines.failed;
}

bool obj_read(const struct obj_visitor *visitor, const char *path)
{
    struct obj_reader reader = { .visitor = visitor,
                                 .lines = { file_open(path), path, .comment = '#' } };
    const bool good = obj_read_lines(&reader);
    if (reader.lines.file)
        fclose(reader.lines.file);
    if (good && reader.unread_count > 0)
        trouble("line %zu: '%s' is not read (lines of such words: %zu)", reader.unread_line,
                reader.unread, reader.unread_count);
    else if (good)
        trouble_clear();
    return good;
}
