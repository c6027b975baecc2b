/* SPDX-License-Identifier: MIT */
/* kernels.h: kernels of a folder, compiled for each value of the axes that are macros. */
#ifndef CLAIMCHECK_BENCH_DECLARED_KERNELS_H
#define CLAIMCHECK_BENCH_DECLARED_KERNELS_H

#include "bench/declared/scope.h"
#include "harness/base/base.h"
#include "harness/shader_file.h"

struct declared_kernels {
    struct declared_kernel **kernels;
    struct technique_kernel *described; /* as bench.h has them */
    size_t count, room;
    struct text log;
};

/* Compiles the kernels of all variants. False with a one-line message; *log is what the compiler
 * said, malloc'ed, NULL when it said nothing. */
bool declared_kernels_init(struct declared_kernels *kernels, const struct declared_spec *spec,
                           char **log, char *message, size_t message_bytes);
void declared_kernels_finish(struct declared_kernels *kernels);

/* The kernel of that file at that point; NULL where no point of the profiles has those values. */
const struct shader_file *declared_kernels_find(const struct declared_kernels *kernels,
                                                const struct declared_scope *scope,
                                                const char *file);

/* Features that the variant needs at every point, bits of enum gpu_feature. */
uint32_t declared_kernels_needs(const struct declared_kernels *kernels,
                                const struct declared_variant *variant);

#endif
