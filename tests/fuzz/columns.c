/* SPDX-License-Identifier: MIT */
/* columns.c: cases of a run by columns. What they give goes into columns and comes back. */
#include "tests/fuzz/fuzz.h"

#include "harness/record/columns.h"

static const size_t bytes_max = 1 << 20;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL, *back = NULL;
    size_t bytes = 0, packed_bytes = 0, back_bytes = 0;
    char *input = fuzz_copy(data, size);
    if (!input || !columns_are(input, size)) {
        free(input);
        return 0;
    }
    const char *fault = columns_unpack(input, size, bytes_max, &text, &bytes);
    free(input);
    if (fault)
        fuzz_check_line(fault);
    if (!fault == !text || bytes > bytes_max)
        abort();
    bool lacks_memory = false;
    char *packed = text ? columns_pack(text, bytes, &packed_bytes, &lacks_memory) : NULL;
    if (packed && (columns_unpack(packed, packed_bytes, bytes, &back, &back_bytes) ||
                   back_bytes != bytes || memcmp(back, text, bytes) != 0)) {
        fprintf(stderr, "the cases do not come back from columns\n");
        abort();
    }
    free(back);
    free(packed);
    free(text);
    return 0;
}
