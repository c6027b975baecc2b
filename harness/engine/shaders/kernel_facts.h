/* SPDX-License-Identifier: MIT */
/* kernel_facts.h: what the kernels of a case are, and what the driver made of them. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FACTS_H
#define CLAIMCHECK_HARNESS_ENGINE_SHADERS_KERNEL_FACTS_H

#include "harness/engine/gpu/executable.h"
#include "harness/engine/gpu/gpu.h"

#include <stdlib.h>

struct kernel_facts {
    struct gpu_kernel_facts kernel;
    struct gpu_statistic *statistics; /* malloc'ed; NULL where the driver gives none */
    size_t statistic_count;
};

/*
 * Facts of every kernel made in the scope, in order of creation; *facts is malloc'ed. Compiles a
 * pipeline for the statistics: not while anything is timed. On a failed device there are none.
 */
void kernel_facts_read(const struct gpu_scope *scope, struct kernel_facts **facts, size_t *count);

/* Frees the list and sets *facts to NULL; accepts NULL. */
static inline void kernel_facts_finish(struct kernel_facts **facts, size_t count)
{
    for (size_t i = 0; *facts && i < count; i++)
        free((*facts)[i].statistics);
    free(*facts);
    *facts = NULL;
}

#endif
