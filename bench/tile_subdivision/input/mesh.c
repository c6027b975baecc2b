/* SPDX-License-Identifier: MIT */
#include "bench/tile_subdivision/input/input.h"

#include <stdlib.h>

/* The array with room for one more element; NULL when memory runs out, the array is then as before.
 */
static void *mesh_grow(void *array, size_t count, size_t *capacity, size_t element_bytes)
{
    if (count < *capacity)
        return array;
    size_t grown = *capacity > 0 ? *capacity * 2 : 256;
    if (grown > SIZE_MAX / 2 / element_bytes)
        return NULL;
    void *moved = realloc(array, grown * element_bytes);
    if (moved)
        *capacity = grown;
    return moved;
}

bool tiles_mesh_add_position(struct mesh *mesh, const float position[3])
{
    float(*grown)[3] =
        mesh_grow(mesh->positions, mesh->position_count, &mesh->position_capacity, sizeof(*grown));
    if (!grown)
        return false;
    mesh->positions = grown;
    for (int axis = 0; axis < 3; axis++)
        grown[mesh->position_count][axis] = position[axis];
    mesh->position_count++;
    return true;
}

bool tiles_mesh_add_texcoord(struct mesh *mesh, const float texcoord[2])
{
    float(*grown)[2] =
        mesh_grow(mesh->texcoords, mesh->texcoord_count, &mesh->texcoord_capacity, sizeof(*grown));
    if (!grown)
        return false;
    mesh->texcoords = grown;
    grown[mesh->texcoord_count][0] = texcoord[0];
    grown[mesh->texcoord_count][1] = texcoord[1];
    mesh->texcoord_count++;
    return true;
}

bool tiles_mesh_add_triangle(struct mesh *mesh, const struct mesh_triangle *triangle)
{
    struct mesh_triangle *grown =
        mesh_grow(mesh->triangles, mesh->triangle_count, &mesh->triangle_capacity, sizeof(*grown));
    if (!grown)
        return false;
    mesh->triangles = grown;
    grown[mesh->triangle_count++] = *triangle;
    return true;
}

void tiles_mesh_finish(struct mesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->positions);
    free(mesh->texcoords);
    free(mesh->triangles);
    *mesh = (struct mesh){ .triangle_count = 0 };
}
