/* SPDX-License-Identifier: MIT */
/* mesh.h: triangles with light-map coordinates, read from Wavefront OBJ. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MESH_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mesh_corner {
    uint32_t position, texcoord; /* indices from 0 */
};

struct mesh_triangle {
    struct mesh_corner corners[3];
};

struct mesh {
    float (*positions)[3]; /* object space */
    float (*texcoords)[2]; /* light map, whole map = unit square */
    struct mesh_triangle *triangles;
    size_t position_count, texcoord_count, triangle_count;
    size_t position_capacity, texcoord_capacity, triangle_capacity;
};

/* A mesh starts zeroed. These append; false when memory runs out, the mesh is then as before. */
bool tiles_mesh_add_position(struct mesh *mesh, const float position[3]);
bool tiles_mesh_add_texcoord(struct mesh *mesh, const float texcoord[2]);
bool tiles_mesh_add_triangle(struct mesh *mesh, const struct mesh_triangle *triangle);

/* Accepts NULL and a zeroed mesh. */
void tiles_mesh_finish(struct mesh *mesh);

/*
 * Reads v, vt and f lines (v/vt or v/vt/vn, indices from 1 or negative; convex polygons become
 * fans, others are cut by ears) and ignores all others. False, with an empty mesh and a one-line
 * message that names file and line, for: unreadable file, malformed number or face, index out of
 * range, face without vt, outline that crosses itself, no faces.
 */
bool tiles_mesh_read_obj(struct mesh *mesh, const char *path, char *message, size_t message_bytes);

#endif
