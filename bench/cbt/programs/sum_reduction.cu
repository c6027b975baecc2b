// SPDX-License-Identifier: MIT
// sum_reduction.cu: naive, prepass, packed and packed_snapshot of cbt.sum_reduction in CUDA, by the first argument.
#include "claimcheck_program.h"
#include "sum_reduction.cuh"

static int variant = VARIANTS;
static const char *const names[VARIANTS] = { "naive", "prepass", "packed", "packed_snapshot" };

static void execute(cc_case *c)
{
    uint32_t *tree = (uint32_t *)cc_out(c, "tree");
    const uint32_t *bits = (const uint32_t *)cc_in(c, "bits");
    for (uint32_t pass = 0; pass < pass_count(variant); pass++)
        pass_launch(variant, pass, tree, bits, cc_stream(c));
}

int main(int count, char **arguments)
{
    for (variant = 0; variant < VARIANTS && (count < 2 || strcmp(names[variant], arguments[1]) != 0);)
        variant++;
    if (variant == VARIANTS)
        cc_die("sum_reduction", "there is no variant of that name");
    return cc_main(names[variant], NULL, execute);
}
