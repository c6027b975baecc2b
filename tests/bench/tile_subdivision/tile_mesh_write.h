/* SPDX-License-Identifier: MIT */
/* tile_mesh_write.h: writes a mesh as Wavefront OBJ; tiles_mesh_read_obj() gives it back, bit for
 * bit. */
#ifndef CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_MESH_WRITE_H
#define CLAIMCHECK_TESTS_BENCH_TILE_SUBDIVISION_TILE_MESH_WRITE_H

#include "bench/tile_subdivision/input/input.h"
#include "tests/files.h"

static inline void tile_mesh_write(const struct mesh *mesh, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < mesh->position_count; i++) {
        const float *p = mesh->positions[i];
        fprintf(file, "v %.9g %.9g %.9g\n", p[0], p[1], p[2]);
    }
    for (size_t i = 0; i < mesh->texcoord_count; i++) {
        const float *t = mesh->texcoords[i];
        fprintf(file, "vt %.9g %.9g\n", t[0], t[1]);
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        const struct mesh_corner *c = mesh->triangles[i].corners;
        fprintf(file, "f %lu/%lu %lu/%lu %lu/%lu\n", c[0].position + 1ul, c[0].texcoord + 1ul,
                c[1].position + 1ul, c[1].texcoord + 1ul, c[2].position + 1ul, c[2].texcoord + 1ul);
    }
    assert_int_equal(ferror(file), 0);
    assert_int_equal(fclose(file), 0);
}

#endif
