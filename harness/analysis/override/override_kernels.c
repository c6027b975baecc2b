/* SPDX-License-Identifier: MIT */
#include "harness/analysis/override/override.h"

#include "harness/base/need.h"
#include "harness/record/run/run_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names that drivers use, whole; of several executables of a kernel the largest counts. */
static const struct known {
    const char *name;
    enum results_override_fact fact;
} known[] = {
    { "Register Count", RESULTS_OVERRIDE_REGISTERS },     /* NVIDIA */
    { "VGPRs", RESULTS_OVERRIDE_REGISTERS },              /* RADV */
    { "numUsedVgprs", RESULTS_OVERRIDE_REGISTERS },       /* AMD */
    { "Max live registers", RESULTS_OVERRIDE_REGISTERS }, /* ANV */
    { "Spill count", RESULTS_OVERRIDE_SPILLS },           /* ANV */
    { "Spilled VGPRs", RESULTS_OVERRIDE_SPILLS },         /* RADV */
    { "Local Memory Size", RESULTS_OVERRIDE_LOCAL },      /* NVIDIA */
    { "Scratch size", RESULTS_OVERRIDE_LOCAL },           /* RADV */
    { "Scratch Memory Size", RESULTS_OVERRIDE_LOCAL },    /* ANV */
    { "scratchMemUsageInBytes", RESULTS_OVERRIDE_LOCAL }, /* AMD */
    { "Binary Size", RESULTS_OVERRIDE_BINARY },           /* NVIDIA */
    { "Code size", RESULTS_OVERRIDE_BINARY },             /* RADV */
    { "Code Size", RESULTS_OVERRIDE_BINARY },
};

void override_kernel_facts(const struct run_kernel *kernel,
                           double facts[RESULTS_OVERRIDE_FACT_COUNT])
{
    for (int i = 0; i < RESULTS_OVERRIDE_FACT_COUNT; i++)
        facts[i] = NAN;
    for (size_t i = 0; i < kernel->statistic_count; i++)
        for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
            if (strcmp(kernel->statistics[i].name, known[k].name) == 0)
                facts[known[k].fact] = fmax(facts[known[k].fact], kernel->statistics[i].number);
    /* NVIDIA packs something into the upper half of this one. */
    facts[RESULTS_OVERRIDE_LOCAL] = fmod(facts[RESULTS_OVERRIDE_LOCAL], 0x1p32);
    facts[RESULTS_OVERRIDE_SHARED] = kernel->shared_bytes;
    facts[RESULTS_OVERRIDE_SPIRV] = kernel->bytes;
}

struct results_override_kernel *override_kernels_find(const struct run *run,
                                                      const struct run_case *original,
                                                      const struct run_case *twin, size_t *count)
{
    struct results_override_kernel *kernels = need_zeroed(original->kernel_count, sizeof(*kernels));
    *count = 0;
    for (size_t i = 0; i < original->kernel_count; i++) {
        const struct run_kernel *own = run_kernel_find(run, original->kernels[i]);
        const struct run_kernel *other = run_kernel_instead(run, original, i, run, twin, true);
        if (!other)
            continue;
        struct results_override_kernel *kernel = &kernels[(*count)++];
        *kernel =
            (struct results_override_kernel){ .name = own->name,
                                              .id = own->id,
                                              .file_id = other->id,
                                              .same = strcmp(own->sha256, other->sha256) == 0 };
        override_kernel_facts(own, kernel->facts);
        override_kernel_facts(other, kernel->file_facts);
    }
    return kernels;
}
