/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/kernel_facts.h"
#include "harness/engine/gpu/executable.h"

#include <stdlib.h>
#include <string.h>

static bool facts_take(struct kernel_facts *facts, struct gpu_kernel *kernel)
{
    size_t count = 0;
    const struct gpu_statistic *statistics = gpu_kernel_statistics(kernel, &count);
    gpu_kernel_facts(kernel, &facts->kernel);
    facts->statistics = count > 0 ? malloc(count * sizeof(*statistics)) : NULL;
    if (!facts->statistics)
        return count == 0;
    memcpy(facts->statistics, statistics, count * sizeof(*statistics));
    facts->statistic_count = count;
    return true;
}

bool kernel_facts_read(const struct gpu_scope *scope, struct kernel_facts **facts, size_t *count)
{
    *count = gpu_scope_kernels(scope, NULL, 0);
    struct gpu_kernel **kernels = calloc(*count + 1, sizeof(struct gpu_kernel *));
    *facts = *count > 0 ? calloc(*count, sizeof(**facts)) : NULL;
    bool good = kernels && (*facts || *count == 0);
    if (good)
        gpu_scope_kernels(scope, kernels, *count);
    for (size_t i = 0; good && i < *count; i++)
        good = facts_take(&(*facts)[i], kernels[i]);
    free(kernels);
    if (good)
        return true;
    kernel_facts_finish(facts, *count);
    *count = 0;
    return false;
}
