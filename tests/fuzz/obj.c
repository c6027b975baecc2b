/* SPDX-License-Identifier: MIT */
/* obj.c: Wavefront OBJ, as meshes with texture coordinates and as meshes of quadrilaterals. */
#include "tests/fuzz/fuzz_file.h"

#include "bench/reyes_subdivision/scene/scene.h"
#include "bench/tile_subdivision/input/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[SCENE_MESSAGE_BYTES] = "";
    const char *path = fuzz_file(data, size);
    struct mesh mesh;
    struct scene scene;
    if (tiles_mesh_read_obj(&mesh, path, message, sizeof(message)))
        tiles_mesh_finish(&mesh);
    else
        fuzz_check_line(message);
    message[0] = 0;
    if (reyes_scene_read_mesh(&scene, path, NULL, message))
        reyes_scene_finish(&scene);
    else
        fuzz_check_line(message);
    return 0;
}
