/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/mesh.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char obj_blanks[] = " \t\r\n";

struct obj_reader {
    struct mesh *mesh;
    const char *path;
    size_t line;
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
    if (reader->line > 0) {
        snprintf(reader->message, reader->message_bytes, "%s:%zu: %s", reader->path, reader->line,
                 cause);
    } else {
        snprintf(reader->message, reader->message_bytes, "%s: %s", reader->path, cause);
    }
    return false;
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
    for (int i = 0; i < count; ++i) {
        text += strspn(text, obj_blanks);
        if (*text == '\0')
            return obj_fail(reader, "%d numbers wanted, %d found", count, i);
        char *end;
        numbers[i] = strtof(text, &end);
        if (end == text || strcspn(end, obj_blanks) > 0 || !isfinite(numbers[i]))
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
        from_zero > UINT32_MAX) {
        return obj_fail(reader, "%s index %.*s is out of range: %zu read so far", what,
                        obj_word_length(*text), *text, count);
    }
    *index = (uint32_t)from_zero;
    *text = end;
    return true;
}

/* v/vt or v/vt/vn, a word of the line. */
static bool obj_read_corner(const struct obj_reader *reader, const char **text,
                            struct mesh_corner *corner)
{
    const struct mesh *mesh = reader->mesh;
    if (!obj_read_index(reader, text, mesh->position_count, "position", &corner->position))
        return false;
    if (**text != '/' || (*text)[1] == '/') {
        return obj_fail(reader, "a face without texture coordinates (vt); the density of a light "
                                "map needs them: export the mesh with its UVs");
    }
    ++*text;
    if (!obj_read_index(reader, text, mesh->texcoord_count, "texture coordinate",
                        &corner->texcoord))
        return false;
    size_t rest = strcspn(*text, obj_blanks);
    if (rest > 0 && (**text != '/' || strspn(*text + 1, "-0123456789") != rest - 1)) {
        return obj_fail(reader, "malformed face: \"%.*s\" after v/vt", obj_word_length(*text),
                        *text);
    }
    *text += rest;
    return true;
}

static bool obj_read_face(const struct obj_reader *reader, const char *text)
{
    struct mesh_triangle triangle;
    size_t corners = 0;
    for (text += strspn(text, obj_blanks); *text != '\0'; text += strspn(text, obj_blanks)) {
        struct mesh_corner corner;
        if (!obj_read_corner(reader, &text, &corner))
            return false;
        if (corners >= 3)
            triangle.corners[1] = triangle.corners[2];
        triangle.corners[corners < 2 ? corners : 2] = corner;
        ++corners;
        if (corners >= 3 && !mesh_add_triangle(reader->mesh, &triangle))
            return obj_fail(reader, "no memory left");
    }
    return corners >= 3 || obj_fail(reader, "a face of %zu corners; 3 are the least", corners);
}

static bool obj_read_line(const struct obj_reader *reader, const char *line)
{
    line += strspn(line, obj_blanks);
    size_t word = strcspn(line, obj_blanks);
    const char *rest = line + word;
    float numbers[3];
    if (word == 1 && *line == 'v') {
        return obj_read_numbers(reader, rest, numbers, 3) &&
               (mesh_add_position(reader->mesh, numbers) || obj_fail(reader, "no memory left"));
    }
    if (word == 2 && strncmp(line, "vt", 2) == 0) {
        return obj_read_numbers(reader, rest, numbers, 2) &&
               (mesh_add_texcoord(reader->mesh, numbers) || obj_fail(reader, "no memory left"));
    }
    if (word == 1 && *line == 'f')
        return obj_read_face(reader, rest);
    return true;
}

static bool obj_read_lines(struct obj_reader *reader, FILE *file)
{
    char *line = NULL;
    size_t line_bytes = 0;
    bool good = true;
    errno = 0;
    while (good && getline(&line, &line_bytes, file) >= 0) {
        ++reader->line;
        good = obj_read_line(reader, line);
    }
    free(line);
    if (!good)
        return false;
    reader->line = 0;
    if (ferror(file))
        return obj_fail(reader, "cannot be read: %s", strerror(errno));
    if (reader->mesh->triangle_count == 0)
        return obj_fail(reader, "no faces (f v/vt v/vt v/vt); is this a Wavefront OBJ file?");
    return true;
}

bool mesh_read_obj(struct mesh *mesh, const char *path, char *message, size_t message_bytes)
{
    struct obj_reader reader = {
        .mesh = mesh, .path = path, .message = message, .message_bytes = message_bytes
    };
    *mesh = (struct mesh){ .triangle_count = 0 };
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return obj_fail(&reader, "cannot be read: %s", strerror(errno));
    bool good = obj_read_lines(&reader, file);
    fclose(file);
    if (!good)
        mesh_finish(mesh);
    return good;
}

static bool obj_write_lines(const struct mesh *mesh, FILE *file)
{
    char line[256];
    bool good = true;
    for (size_t i = 0; good && i < mesh->position_count; ++i) {
        const float *p = mesh->positions[i];
        snprintf(line, sizeof(line), "v %.9g %.9g %.9g\n", p[0], p[1], p[2]);
        good = fputs(line, file) >= 0;
    }
    for (size_t i = 0; good && i < mesh->texcoord_count; ++i) {
        const float *t = mesh->texcoords[i];
        snprintf(line, sizeof(line), "vt %.9g %.9g\n", t[0], t[1]);
        good = fputs(line, file) >= 0;
    }
    for (size_t i = 0; good && i < mesh->triangle_count; ++i) {
        const struct mesh_corner *c = mesh->triangles[i].corners;
        snprintf(line, sizeof(line), "f %lu/%lu %lu/%lu %lu/%lu\n", c[0].position + 1ul,
                 c[0].texcoord + 1ul, c[1].position + 1ul, c[1].texcoord + 1ul, c[2].position + 1ul,
                 c[2].texcoord + 1ul);
        good = fputs(line, file) >= 0;
    }
    return good;
}

bool mesh_write_obj(const struct mesh *mesh, const char *path, char *message, size_t message_bytes)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL && obj_write_lines(mesh, file);
    if (file != NULL && fclose(file) != 0)
        good = false;
    if (!good)
        snprintf(message, message_bytes, "%s: cannot be written: %s", path, strerror(errno));
    return good;
}
