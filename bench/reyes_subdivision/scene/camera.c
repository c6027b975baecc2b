/* SPDX-License-Identifier: MIT */
#include "bench/reyes_subdivision/scene/camera.h"

#include "bench/common/lines.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double camera_pi = 3.14159265358979323846;
static const double camera_coordinate_max =
    1e12; /* far from where a float overflows in reyes_bound() */

struct camera reyes_camera_at(const double translation[3], const double rotation[4])
{
    struct camera camera = { .near = 0.01, .far = 1000.0, .fovy = 60.0 };
    memcpy(camera.translation, translation, sizeof(camera.translation));
    memcpy(camera.rotation, rotation, sizeof(camera.rotation));
    return camera;
}

/* File ---------------------------------------------------------------------------------------- */

/* A line of a camera file: its name, where its numbers go, and how many there are. */
struct camera_line {
    const char *name;
    double *numbers;
    int count;
    bool optional, seen;
};

static const char blanks[] = " \t\r\n";

/* Returns what is wrong with a line, or NULL. */
static const char *camera_parse_line(struct camera_line *lines, size_t line_count, const char *text)
{
    static const char strange[] = "not a line of a camera file";
    text += strspn(text, blanks);
    const size_t length = strcspn(text, blanks);
    if (length == 0 || *text == '#')
        return NULL;
    for (size_t i = 0; i < line_count; i++) {
        if (strlen(lines[i].name) != length || strncmp(lines[i].name, text, length) != 0)
            continue;
        if (lines[i].seen)
            return "appears twice";
        lines[i].seen = true;
        text += length;
        for (int k = 0; k < lines[i].count; k++) {
            text += strspn(text, blanks);
            lines[i].numbers[k] = file_number(text, &text);
            if (!isfinite(lines[i].numbers[k]))
                return strange;
        }
        return text[strspn(text, blanks)] == '\0' ? NULL : strange;
    }
    return strange;
}

/* Describes the fault of the values, or returns NULL. The rotation is made a unit quaternion. */
static const char *camera_refuse(struct camera *camera, const double object[7])
{
    double square = 0.0;
    for (int i = 0; i < 4; i++)
        square += camera->rotation[i] * camera->rotation[i];
    if (!(square > 0.0) || !isfinite(square))
        return "camera_quaternion_wxyz is not a rotation";
    for (int i = 0; i < 4; i++)
        camera->rotation[i] /= sqrt(square);
    for (int i = 0; i < 3; i++)
        if (fabs(camera->translation[i]) > camera_coordinate_max)
            return "camera_translation is beyond 1e12";
    if (!(camera->near > 0.0) || !(camera->near < camera->far) || camera->far > 1e12)
        return "near and far must be 0 < near < far <= 1e12";
    if (!(camera->fovy > 0.0 && camera->fovy < 180.0))
        return "fovy_degrees must be between 0 and 180";
    static const double identity[7] = { 0, 0, 0, 1, 0, 0, 0 };
    for (int i = 0; i < 7; i++)
        if (object[i] != identity[i])
            return "the object's transform must be the identity: transform the patches instead";
    return NULL;
}

static bool camera_read_lines(struct camera_line *fields, size_t field_count, struct lines *lines)
{
    while (lines_next(lines)) {
        const char *fault = camera_parse_line(fields, field_count, lines->text);
        if (fault)
            return lines_trouble(lines, "%s: \"%.40s\"", fault, lines->text);
    }
    for (size_t i = 0; i < field_count && !lines->failed; i++)
        if (!fields[i].seen && !fields[i].optional)
            return lines_trouble(lines, "no line %s; is this a camera file?", fields[i].name);
    return !lines->failed;
}

bool reyes_camera_read(struct camera *camera, uint64_t *patches, FILE *file, const char *path)
{
    double object[7] = { 0, 0, 0, 1, 0, 0, 0 }, patch_count = 0.0;
    *camera = (struct camera){ 0 };
    *patches = 0;
    struct camera_line fields[] = {
        { "camera_translation", camera->translation, 3, false, false },
        { "camera_quaternion_wxyz", camera->rotation, 4, false, false },
        { "near", &camera->near, 1, false, false },
        { "far", &camera->far, 1, false, false },
        { "fovy_degrees", &camera->fovy, 1, false, false },
        { "patches", &patch_count, 1, true, false },
        { "object_translation", object, 3, true, false },
        { "object_quaternion_wxyz", object + 3, 4, true, false },
    };
    struct lines lines = { file, path, .comment = '#' };
    const bool good = camera_read_lines(fields, sizeof(fields) / sizeof(fields[0]), &lines);
    if (file)
        fclose(file);
    if (!good)
        return false;
    const char *refusal = camera_refuse(camera, object);
    if (!refusal && (patch_count < 0.0 || patch_count > 1e9))
        refusal = "patches must be a count";
    if (refusal)
        return trouble("%s: %s", path, refusal);
    *patches = (uint64_t)patch_count;
    return true;
}

/* View ---------------------------------------------------------------------------------------- */

struct view reyes_view_init(const struct camera *camera, uint32_t width, uint32_t height,
                            uint32_t limit, uint32_t max_depth)
{
    const double w = camera->rotation[0], x = camera->rotation[1];
    const double y = camera->rotation[2], z = camera->rotation[3];
    /* Columns of the rotation are rows of its inverse. */
    const double rows[3][3] = {
        { 1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y) },
        { 2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x) },
        { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) },
    };
    struct view view = {
        .scale = (float)(0.5 * height / tan(camera->fovy * camera_pi / 360.0)),
        .near = (float)camera->near,
        .far = (float)camera->far,
        .width = (float)width,
        .height = (float)height,
        .limit = (float)limit,
        .ribbon = VIEW_RIBBON,
        .max_depth = max_depth,
        .samples = VIEW_SAMPLES,
        .eye_rule = VIEW_EYE_2014,
    };
    for (int row = 0; row < 3; row++) {
        double offset = 0.0;
        for (int column = 0; column < 3; column++) {
            view.eye[row][column] = (float)rows[row][column];
            offset -= rows[row][column] * camera->translation[column];
        }
        view.eye[row][3] = (float)offset;
    }
    return view;
}
