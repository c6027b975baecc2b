/* SPDX-License-Identifier: MIT */
/*
 * check_memory_test.c: a check that has no memory is an error, never a wrong result; for every
 * variant of the techniques named below. CLAIMCHECK_FAULT takes the memory of context.h away: a
 * check that ends well all the same has memory of its own, which nobody sees fail.
 */
#include "bench/ceilings/ceilings.h"
#include "bench/reyes_subdivision/reyes.h"
#include "bench/tile_subdivision/tiles.h"
#include "harness/engine/measure/measure.h"

#include "tests/one_case.h"

/* Benches at their smallest. */
static const struct {
    const struct technique *technique;
    struct plan_setting axes[2];
} techniques[] = {
    { &ceilings_technique, { { "bytes", "16384" } } },
    { &reyes_technique, { { "scene", "teapot" }, { "limit", "16" } } },
    { &tiles_technique, { { "map", "teapot" }, { "top", "4" } } },
};

static bool has_axis(const struct bench *bench, const char *name)
{
    for (const struct bench_axis *axis = bench->axes; axis && axis->name; axis++)
        if (strcmp(axis->name, name) == 0)
            return true;
    return false;
}

/* Results of the CPU need not be read back; a case that the device cannot run is not checked. */
static bool needs_none(const struct result *result)
{
    return result->c.status == BENCH_UNSUPPORTED ||
           (result->variant->kind == BENCH_CPU && result->c.status == BENCH_OK);
}

TEST(test_no_memory_is_an_error)
{
    struct gpu *gpu = device_create(false);
    for (size_t i = 0; i < sizeof(techniques) / sizeof(techniques[0]); i++)
        for (const struct bench *const *bench = techniques[i].technique->benches; *bench; bench++) {
            struct one_case wanted = { .technique = techniques[i].technique,
                                       .bench = *bench,
                                       .gpu = gpu };
            struct one_plan one;
            struct sampler_results outcome;
            for (int k = 0, count = 0; k < 2 && techniques[i].axes[k].name; k++)
                if (has_axis(*bench, techniques[i].axes[k].name))
                    wanted.axes[count++] = techniques[i].axes[k];
            one_plan_init(&one, &wanted);
            one_group_run(&wanted, &one.plan.groups[0], &outcome);
            for (size_t c = 0; c < outcome.count; c++)
                if (!needs_none(&outcome.results[c]))
                    assert_case_ended(outcome.results[c], BENCH_ERROR, "not enough memory for ");
            sampler_results_finish(&outcome);
            plan_finish(&one.plan);
        }
    gpu_destroy(&gpu);
}

int main(void)
{
    setenv("CLAIMCHECK_FAULT", "hostalloc:check@.", 1);
    if (!fault_init())
        return 1;
    return unit_run(NULL, NULL);
}
