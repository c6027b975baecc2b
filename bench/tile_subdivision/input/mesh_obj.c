/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/mesh.h"

#include "bench/common/obj.h"

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
