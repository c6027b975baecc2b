/* SPDX-License-Identifier: MIT */
/* columns.c: cases of a run by columns, and what they give, which may go into columns again. */
#include "tests/fuzz/fuzz.h"

#include "harness/record/columns.h"

static const size_t bytes_max = 1 << 20;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL;
    size_t bytes = 0, packed_bytes = 0;
    char *input = fuzz_copy(data, size);
    if (!input || !columns_are(input, size)) {
        free(input);
        return 0;
    }
    const char *fault = columns_unpack(input, size, bytes_max, &text, &bytes);
    free(input);
    if (fault)
        fuzz_check_line(fault);
    if (!fault == !text || bytes > bytes_max) {
        fprintf(stderr, "neither a text nor a fault, or %zu bytes\n", bytes);
        abort();
    }
    if (text)
        free(columns_pack(text, bytes, &packed_bytes));
    free(text);
    return 0;
}
