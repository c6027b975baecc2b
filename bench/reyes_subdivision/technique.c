/* SPDX-License-Identifier: MIT */
/* technique.c: the benches of reyes_subdivision and their variants, a row each. */
#include "bench/reyes_subdivision/technique.h"

#include "bench/reyes_subdivision/case.h"
#include "bench/reyes_subdivision/inspect.h"

static bool setup(struct bench_case *c)
{
    struct reyes_case *state = reyes_state(c);
    state->workload = c->workload->state;
    state->variant = c->variant->data;
    return state->variant->setup(c);
}

static bool compute(struct bench_case *c)
{
    return reyes_state(c)->variant->compute(c);
}

static bool upload(struct bench_workload *workload)
{
    (void)workload;
    return true;
}

/*
 * The least that any method must do: read each control point and write each drawn range once.
 * Operations are those of bound(): 9 samples of 28 multiply-adds and 9 more to eye space, 12
 * lengths of 6, and their projection, 4 each.
 */
static void work(const struct bench_case *c, struct bench_work *work)
{
    const struct reyes_case *state = reyes_state(c);
    const struct reyes_reference_counts *counts = &state->workload->reference.counts;
    *work = (struct bench_work){ .bytes_read = 192.0 * (double)counts->n_in,
                                 .bytes_written = 8.0 * (double)counts->n_out,
                                 .operations =
                                     (9 * (2 * 28 + 2 * 9 + 4) + 12 * 6.0) * (double)counts->bounds,
                                 .chain = state->variant->chain(c) };
}

static const struct bench_variant variants[] = {
    {
        .name = "recursion",
        .summary = "depth first on one CPU thread",
        .source = "Weber 2014, Section 3; Cook et al. 1987",
        .kind = BENCH_CPU,
        .data = &reyes_recursion,
    },
    { 0 },
};

static const struct bench bound_and_split = {
    .name = "bound_and_split",
    .question = "Patches split until small on the screen: breadth first, in bounded batches, or in "
                "the work-group's own memory?",
    .axes = reyes_axes,
    .variants = variants,
    .workload_bytes = sizeof(struct reyes_workload),
    .case_bytes = sizeof(struct reyes_case),
    .workload = reyes_workload,
    .upload = upload,
    .setup = setup,
    .compute = compute,
    .check = reyes_check,
    .work = work,
};

static const struct bench *const benches[] = { &bound_and_split, NULL };

const struct technique technique_reyes_subdivision = {
    .name = "reyes_subdivision",
    .alias = "reyes",
    .question = "Bound-and-split of patches: how much memory buys how much speed?",
    .paper = "Weber 2014, Memory-efficient Adaptive Subdivision for Software Rendering on the GPU",
    .benches = benches,
    .options = reyes_options,
    .inspect = reyes_inspect,
    .inspect_options = reyes_inspect_options,
};
