/* SPDX-License-Identifier: MIT */
/* published.c: figures and claims of papers. */
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/published/published.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char message[PUBLISHED_MESSAGE_BYTES] = "";
    struct published *published = published_parse((const char *)data, size, FUZZ_PATH, message);
    if (!published && !*message)
        abort();
    published_destroy(&published);
    return 0;
}
