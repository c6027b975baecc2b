/* SPDX-License-Identifier: MIT */
/* camera.c: files of cameras, and the view that is made of one. */
#include "tests/fuzz/fuzz.h"

#include "bench/reyes_subdivision/scene/camera.h"
#include "harness/file.h"
#include "harness/trouble.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_copy(data, size);
    struct camera camera;
    uint64_t patches;
    trouble_clear();
    if (reyes_camera_read(&camera, &patches, file_open_bytes(text, size), FUZZ_PATH)) {
        const struct view view = reyes_view_init(&camera, 1920, 1080, 16, 20);
        for (int i = 0; i < 12; i++)
            if (!isfinite(view.eye[i / 4][i % 4]))
                abort();
    } else {
        fuzz_check_line(trouble_text());
    }
    free(text);
    return 0;
}
