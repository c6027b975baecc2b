/* SPDX-License-Identifier: MIT */
/* patches.c: patches as plain floats. */
#include "tests/fuzz/fuzz.h"

#include "bench/reyes_subdivision/scene/scene.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <math.h>

static void check_points(const struct scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        for (int k = 0; k < 48; k++)
            if (!isfinite(scene->patches[i].points[k / 3][k % 3]))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = fuzz_copy(data, size);
    struct scene scene = { 0 };
    trouble_clear();
    if (reyes_scene_read_patches(&scene, file_open_bytes(bytes, size), FUZZ_PATH, 0, "")) {
        check_points(&scene);
        reyes_scene_finish(&scene);
    } else {
        fuzz_check_line(trouble_text());
    }
    free(bytes);
    return 0;
}
