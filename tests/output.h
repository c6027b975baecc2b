/* SPDX-License-Identifier: MIT */
/* output.h: what is printed to a stream, as a text. */
#ifndef CLAIMCHECK_TESTS_OUTPUT_H
#define CLAIMCHECK_TESTS_OUTPUT_H

#include "tests/unit.h"

/* Lent until the next output_begin(). */
static char *output;
static size_t output_bytes;

/* Opens a stream; behind its fclose(), `output` is what was printed to it. */
static inline FILE *output_begin(void)
{
    free(output);
    FILE *out = open_memstream(&output, &output_bytes);
    assert_non_null(out);
    return out;
}

#endif
