/* SPDX-License-Identifier: MIT */
#include "harness/analysis/override/override.h"

#include "harness/analysis/compare/paired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double indifferent = 0.02;

/* "<variant>@file" of "<variant>" */
static bool is_variant_of(const struct run_case *twin, const struct run_case *c)
{
    const size_t length = strlen(c->variant);
    return strncmp(twin->variant, c->variant, length) == 0 &&
           strcmp(twin->variant + length, "@file") == 0;
}

static bool same_axes(const struct run_case *a, const struct run_case *b)
{
    bool same = a->axis_count == b->axis_count;
    for (size_t i = 0; i < a->axis_count && same; i++)
        same = strcmp(a->axes[i].name, b->axes[i].name) == 0 &&
               strcmp(a->axes[i].value, b->axes[i].value) == 0;
    return same;
}

const struct run_case *override_original(const struct run *run, const struct run_case *c)
{
    for (size_t i = 0; i < run->case_count && c->twin; i++) {
        const struct run_case *other = &run->cases[i];
        if (!other->twin && run_case_same_workload(other, c) && is_variant_of(c, other) &&
            (other->cache == RUN_CACHE_COLD) == (c->cache == RUN_CACHE_COLD) && same_axes(other, c))
            return other;
    }
    return NULL;
}

enum results_override_verdict override_verdict(const struct stats_ratio *ratio)
{
    const struct stats_interval own = ratio->interval;
    if (!(own.low > 0 && own.high >= own.low))
        return RESULTS_OVERRIDE_TOO_FEW;
    if (own.low >= 1 / (1 + indifferent) && own.high <= 1 + indifferent)
        return RESULTS_OVERRIDE_NO_DIFFERENCE;
    if (own.low > 1)
        return RESULTS_OVERRIDE_SLOWER;
    return own.high < 1 ? RESULTS_OVERRIDE_FASTER : RESULTS_OVERRIDE_TOO_FEW;
}

static void ratio_judge(const struct run *run, const struct run_case *original,
                        const struct run_case *c, struct results_override *twin)
{
    const bool wrong = c->status == BENCH_FAILED_VERIFY || c->status == BENCH_SUSPECT ||
                       (c->status == BENCH_OK && c->check == RUN_CHECK_FAILED);
    twin->verdict = wrong ? RESULTS_OVERRIDE_WRONG : RESULTS_OVERRIDE_NO_TIME;
    if (wrong || c->status != BENCH_OK || original->status != BENCH_OK)
        return;
    twin->ratio = run->summary.of > 0 ? c->beside.ratio : paired_ratio(c, original);
    twin->verdict = override_verdict(&twin->ratio);
}

void override_find(const struct run *run, const struct run_case *c, struct results_override *twin)
{
    static const struct run_case none = { .name = "", .status = BENCH_SKIPPED };
    const struct run_case *original = override_original(run, c);
    *twin = (struct results_override){ .original = original ? original->name : "",
                                       .ratio = { .ratio = NAN, .interval = { NAN, NAN } } };
    ratio_judge(run, original ? original : &none, c, twin);
    if (original)
        twin->kernels = override_kernels_find(run, original, c, &twin->kernel_count);
}

void override_finish(struct results_override *twin)
{
    free(twin->kernels);
    *twin = (struct results_override){ .original = "" };
}

void override_find_all(struct run *run)
{
    for (size_t i = 0; i < run->case_count; i++) {
        struct run_case *c = &run->cases[i];
        struct results_override twin;
        if (!c->twin)
            continue;
        override_find(run, c, &twin);
        const size_t bytes = twin.kernel_count * sizeof(*twin.kernels);
        c->beside = twin;
        c->beside.kernels = arena_alloc(&run->arena, bytes);
        if (bytes > 0)
            memcpy(c->beside.kernels, twin.kernels, bytes);
        override_finish(&twin);
    }
}
