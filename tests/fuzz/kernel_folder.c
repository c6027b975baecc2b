/* SPDX-License-Identifier: MIT */
/* kernel_folder.c: the index of a folder of kernels, of which none is there. */
#include "tests/fuzz/fuzz.h"

#include "harness/base/base.h"
#include "harness/engine/shaders/shaders.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kernel_folder folder;
    trouble_clear();
    if (!kernel_folder_parse(&folder, (const char *)data, size, "/nonexistent"))
        fuzz_check_line(trouble_text());
    kernel_folder_finish(&folder);
    return 0;
}
