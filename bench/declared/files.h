/* SPDX-License-Identifier: MIT */
/* files.h: files of a folder that a technique is made of, each within it, with their hashes. */
#ifndef CLAIMCHECK_BENCH_DECLARED_FILES_H
#define CLAIMCHECK_BENCH_DECLARED_FILES_H

#include "bench/declared/spec.h"

enum { DECLARED_FILES_MAX = 256 };

struct declared_files {
    struct technique_file files[DECLARED_FILES_MAX]; /* names in the spec's memory */
    size_t count;
};

/*
 * technique.json first; then kernels with all that they include, files of the commands of the
 * reference and of checks, those beside them of the same suffix, files of inputs, claims.json where
 * it is there, and the picture. False with a one-line message: a file is not there, leads out of
 * the folder, or includes what does.
 */
bool declared_files_collect(struct declared_files *files, struct declared_spec *spec, char *message,
                            size_t message_bytes);

#endif
