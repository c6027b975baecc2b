/* SPDX-License-Identifier: MIT */
/* obj_room.c: Wavefront OBJ, as a mesh that stands in a room. */
#include "tests/fuzz/fuzz_file.h"

#include "bench/common/scene.h"
#include "harness/trouble.h"

#include <math.h>

static void check_corners(const struct scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        for (int k = 0; k < 3; k++) {
            const struct vector at = scene->triangles[i].corners[k];
            if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.z))
                abort();
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scene scene;
    trouble_clear();
    if (scene_init_mesh(&scene, fuzz_file(data, size))) {
        check_corners(&scene);
        scene_finish(&scene);
    } else {
        fuzz_check_line(trouble_text());
    }
    return 0;
}
