/* SPDX-License-Identifier: MIT */
/*
 * reference.h: the program that gives the right answer. It runs in a scratch folder, without a
 * shell, finds the inputs as NAME.bin and the point as CLAIMCHECK_NAME in its environment, and
 * writes the outputs as NAME.bin. Its answers are kept in the user's cache.
 */
#ifndef CLAIMCHECK_BENCH_DECLARED_REFERENCE_H
#define CLAIMCHECK_BENCH_DECLARED_REFERENCE_H

#include "bench/declared/scope.h"

/* Bytes of an input or an output. */
struct declared_bytes {
    const char *name;
    void *data;
    uint64_t count;
};

/* Fills the outputs in. False with a one-line message that says what the program said last. */
bool declared_reference_run(const struct declared_scope *scope, const struct declared_bytes *inputs,
                            const struct declared_bytes *outputs, char *message,
                            size_t message_bytes);

/* The path of a file of the folder, links resolved, malloc'ed; NULL with a one-line message where
 * it is not there, or leads out of the folder. */
char *declared_reference_file(const struct declared_spec *spec, const char *name, char *message,
                              size_t message_bytes);

#endif
