/* SPDX-License-Identifier: MIT */
/* kernel_folder.c: the index of a folder of kernels, of which none is there. */
#include "tests/fuzz/fuzz.h"

#include "harness/engine/shaders/kernel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[1024] = "";
    struct kernel_folder folder;
    if (!kernel_folder_parse(&folder, (const char *)data, size, "/nonexistent", message,
                             sizeof(message)))
        fuzz_check_line(message);
    kernel_folder_finish(&folder);
    return 0;
}
