/* SPDX-License-Identifier: MIT */
#include "harness/engine/shaders/kernel_facts.h"

#include "harness/base/need.h"
#include "harness/engine/gpu/executable.h"

#include <stdlib.h>
#include <string.h>

static void facts_take(struct kernel_facts *facts, struct gpu_kernel *kernel)
{
    size_t count = 0;
    const struct gpu_statistic *statistics = gpu_kernel_statistics(kernel, &count);
    gpu_kernel_facts(kernel, &facts->kernel);
    if (count == 0)
        return;
    facts->statistics = need_bytes(count * sizeof(*statistics));
    memcpy(facts->statistics, statistics, count * sizeof(*statistics));
    facts->statistic_count = count;
}

void kernel_facts_read(const struct gpu_scope *scope, struct kernel_facts **facts, size_t *count)
{
    *count = gpu_scope_kernels(scope, NULL, 0);
    struct gpu_kernel **kernels = need_zeroed(*count, sizeof(struct gpu_kernel *));
    *facts = *count > 0 ? need_zeroed(*count, sizeof(**facts)) : NULL;
    gpu_scope_kernels(scope, kernels, *count);
    for (size_t i = 0; i < *count; i++)
        facts_take(&(*facts)[i], kernels[i]);
    free(kernels);
}
