/* SPDX-License-Identifier: MIT */
/* obj.c: Wavefront OBJ, as meshes with texture coordinates and as meshes of quadrilaterals. */
#include "tests/fuzz/fuzz_file.h"

#include "bench/reyes_subdivision/scene/scene.h"
#include "bench/tile_subdivision/input/input.h"
#include "harness/trouble.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    struct mesh mesh;
    struct scene scene;
    trouble_clear();
    if (tiles_mesh_read_obj(&mesh, path))
        tiles_mesh_finish(&mesh);
    else
        fuzz_check_line(trouble_text());
    trouble_clear();
    if (reyes_scene_read_mesh(&scene, path, NULL))
        reyes_scene_finish(&scene);
    else
        fuzz_check_line(trouble_text());
    return 0;
}
