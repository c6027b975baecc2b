/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h: what targets share. A target is a function that libFuzzer calls with bytes of its own, or
 * replay.c with those of files. It ends the process where a reader breaks its contract.
 */
#ifndef CLAIMCHECK_TESTS_FUZZ_FUZZ_H
#define CLAIMCHECK_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Name of the input in messages. */
#define FUZZ_PATH "input"

/* A copy that ends where the input does, for readers that want one that they could write to. */
static inline char *fuzz_copy(const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    if (copy && size > 0)
        memcpy(copy, data, size);
    return copy;
}

/* Ends the process unless there is a message, of one line. */
static inline void fuzz_check_line(const char *message)
{
    if (*message && !strchr(message, '\n'))
        return;
    fprintf(stderr, "no message of one line: '%s'\n", message);
    abort();
}

#endif
