/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/mesh.h"

#include "bench/common/obj.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char no_memory[] = "no memory left";

static const char *obj_position(void *state, const float position[3])
{
    return tiles_mesh_add_position(state, position) ? NULL : no_memory;
}

static const char *obj_texcoord(void *state, const float texcoord[2])
{
    return tiles_mesh_add_texcoord(state, texcoord) ? NULL : no_memory;
}

static const char *obj_face(void *state, const struct obj_corner *corners, size_t count)
{
    for (size_t i = 2; i < count; i++) {
        struct mesh_triangle triangle;
        const struct obj_corner *const fan[3] = { &corners[0], &corners[i - 1], &corners[i] };
        for (int k = 0; k < 3; k++)
            triangle.corners[k] = (struct mesh_corner){ fan[k]->position, fan[k]->texcoord };
        if (!tiles_mesh_add_triangle(state, &triangle))
            return no_memory;
    }
    return NULL;
}

bool tiles_mesh_read_obj(struct mesh *mesh, const char *path, char *message, size_t message_bytes)
{
    const struct obj_visitor visitor = {
        .state = mesh, .position = obj_position, .texcoord = obj_texcoord, .face = obj_face
    };
    *mesh = (struct mesh){ .triangle_count = 0 };
    bool good = obj_read(&visitor, path, message, message_bytes);
    if (!good)
        tiles_mesh_finish(mesh);
    return good;
}

static bool obj_write_lines(const struct mesh *mesh, FILE *file)
{
    char line[256];
    bool good = true;
    for (size_t i = 0; good && i < mesh->position_count; i++) {
        const float *p = mesh->positions[i];
        snprintf(line, sizeof(line), "v %.9g %.9g %.9g\n", p[0], p[1], p[2]);
        good = fputs(line, file) >= 0;
    }
    for (size_t i = 0; good && i < mesh->texcoord_count; i++) {
        const float *t = mesh->texcoords[i];
        snprintf(line, sizeof(line), "vt %.9g %.9g\n", t[0], t[1]);
        good = fputs(line, file) >= 0;
    }
    for (size_t i = 0; good && i < mesh->triangle_count; i++) {
        const struct mesh_corner *c = mesh->triangles[i].corners;
        snprintf(line, sizeof(line), "f %lu/%lu %lu/%lu %lu/%lu\n", c[0].position + 1ul,
                 c[0].texcoord + 1ul, c[1].position + 1ul, c[1].texcoord + 1ul, c[2].position + 1ul,
                 c[2].texcoord + 1ul);
        good = fputs(line, file) >= 0;
    }
    return good;
}

bool tiles_mesh_write_obj(const struct mesh *mesh, const char *path, char *message,
                          size_t message_bytes)
{
    FILE *file = fopen(path, "w");
    bool good = file && obj_write_lines(mesh, file);
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        snprintf(message, message_bytes, "%s: cannot be written: %s", path, strerror(errno));
    return good;
}
