/* SPDX-License-Identifier: MIT */
/* cache_profile.c: profiles of caches. */
#include "tests/fuzz/fuzz.h"

#include "bench/thread_group_tiling/model/model.h"
#include "harness/file.h"
#include "harness/trouble.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_copy(data, size);
    struct tiling_profile profile;
    trouble_clear();
    if (!tiling_profile_read(&profile, file_open_bytes(text, size), FUZZ_PATH))
        fuzz_check_line(trouble_text());
    free(text);
    return 0;
}
