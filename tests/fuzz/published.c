/* SPDX-License-Identifier: MIT */
/* published.c: figures and claims of papers. */
#include "tests/fuzz/fuzz.h"

#include "harness/analysis/published/published.h"
#include "harness/base/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trouble_clear();
    struct published *published = published_parse((const char *)data, size, FUZZ_PATH);
    if (!published && !*trouble_text())
        abort();
    published_destroy(&published);
    return 0;
}
