/* SPDX-License-Identifier: MIT */
/* spirv.c: SPIR-V in files, and the interface that is read from it. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/base.h"
#include "harness/engine/gpu/engine.h"
#include "harness/engine/shaders/shaders.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t constants[] = { 1, 64, 0xFFFFFFFF };
    char reason[GPU_MESSAGE_BYTES] = "";
    struct compiled compiled;
    struct gpu_interface interface;
    trouble_clear();
    if (!spirv_file_parse((const char *)data, size, FUZZ_PATH, &compiled)) {
        fuzz_check_line(trouble_text());
        return 0;
    }
    const struct gpu_shader shader = { .name = "fuzz",
                                       .words = compiled.words,
                                       .bytes = compiled.bytes };
    for (uint32_t count = 0; count <= 3; count += 3)
        if (!gpu_shader_interface(&shader, constants, count, &interface, reason))
            fuzz_check_line(reason);
    struct gpu_constant known[GPU_CONSTANTS_MAX];
    gpu_shader_constants(&shader, known);
    compiler_finish(&compiled);
    return 0;
}
