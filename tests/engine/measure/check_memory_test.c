/* SPDX-License-Identifier: MIT */
/*
 * check_memory_test.c: a check that has no memory is an error, never a wrong result; for every
 * variant of the techniques named below. CLAIMCHECK_FAULT takes the memory of context.h away: a
 * check that ends well all the same has memory of its own, which nobody sees fail.
 */
#include "bench/ceilings/ceilings.h"
#include "bench/reyes_subdivision/reyes.h"
#include "bench/tile_subdivision/tiles.h"

#include "tests/one_case.h"

/* Benches at their smallest. */
static const struct {
    const struct technique *technique;
    const char *at; /* of those benches that have the first axis */
} techniques[] = {
    { &ceilings_technique, "bytes:16384" },
    { &reyes_technique, "scene:teapot/limit:16" },
    { &tiles_technique, "map:teapot/top:4" },
};

TEST(test_no_memory_is_an_error)
{
    CLEANUP(gpu_destroy) struct gpu *gpu = device_create(false);
    for (size_t i = 0; i < sizeof(techniques) / sizeof(techniques[0]); i++)
        for (const struct bench *const *bench = techniques[i].technique->benches; *bench; bench++) {
            const char *at = techniques[i].at;
            const bool has =
                (*bench)->axes && strncmp(at, (*bench)->axes[0].name, strcspn(at, ":")) == 0;
            const struct one_case wanted = { .technique = techniques[i].technique,
                                             .bench = *bench,
                                             .at = has ? at : NULL,
                                             .gpu = gpu };
            CLEANUP(one_plan_finish) struct one_plan one;
            CLEANUP(sampler_results_finish) struct sampler_results outcome;
            one_plan_init(&one, &wanted);
            one_group_run(&wanted, &one.plan.groups[0], &outcome);
            for (size_t c = 0; c < outcome.count; c++) {
                const struct result *result = &outcome.results[c];
                /* Results of the CPU need not be read back; what the device cannot run is not
                 * checked. */
                if (result->c.status != BENCH_UNSUPPORTED &&
                    (result->variant->kind != BENCH_CPU || result->c.status != BENCH_OK))
                    assert_case_ended(*result, BENCH_ERROR, "not enough memory for ");
            }
        }
}

int main(void)
{
    setenv("CLAIMCHECK_FAULT", "hostalloc:check@.", 1);
    if (!fault_init())
        return 1;
    return unit_run(NULL, NULL);
}
