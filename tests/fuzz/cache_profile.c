/* SPDX-License-Identifier: MIT */
/* cache_profile.c: profiles of caches. */
#include "tests/fuzz/fuzz.h"

#include "bench/thread_group_tiling/model/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[TILING_PROFILE_MESSAGE] = "", *text = fuzz_copy(data, size);
    struct tiling_profile profile;
    if (!tiling_profile_parse(&profile, text, size, FUZZ_PATH, message))
        fuzz_check_line(message);
    free(text);
    return 0;
}
