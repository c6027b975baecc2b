/* SPDX-License-Identifier: MIT */
#include "harness/analysis/override/override.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"

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
    foreach (const struct run_statistic, own, kernel->statistics, kernel->statistic_count) {
        const struct known *found = NAMED(known, COUNT_OF(known), own->name);
        if (found)
            facts[found->fact] = fmax(facts[found->fact], own->number);
    }
    /* NVIDIA packs something into the upper half of this one. */
    facts[RESULTS_OVERRIDE_LOCAL] = fmod(facts[RESULTS_OVERRIDE_LOCAL], 0x1p32);
    facts[RESULTS_OVERRIDE_SHARED] = kernel->shared_bytes;
    facts[RESULTS_OVERRIDE_SPIRV] = kernel->bytes;
}

static const double indifferent = 0.02;

const struct run_case *override_original(const struct run *run, const struct run_case *c)
{
    for (size_t i = 0; i < run->case_count && c->twin; i++) {
        const struct run_case *other = &run->cases[i];
        const size_t length = strlen(other->variant);
        if (!other->twin && run_case_same_workload(other, c) &&
            strncmp(c->variant, other->variant, length) == 0 &&
            strcmp(c->variant + length, "@file") == 0 &&
            (other->cache == RUN_CACHE_COLD) == (c->cache == RUN_CACHE_COLD) &&
            run_case_same_axes(other, c))
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

void override_find(const struct run *run, const struct run_case *c, struct results_override *twin)
{
    const struct run_case *original = override_original(run, c);
    const bool wrong = c->status == BENCH_FAILED_VERIFY || c->status == BENCH_SUSPECT ||
                       (c->status == BENCH_OK && c->check != RUN_CHECK_PASSED);
    *twin = (struct results_override){ .original = original ? original->name : "",
                                       .ratio = { .ratio = NAN, .interval = { NAN, NAN } } };
    twin->verdict = wrong ? RESULTS_OVERRIDE_WRONG : RESULTS_OVERRIDE_NO_TIME;
    if (!original)
        return;
    if (!wrong && c->status == BENCH_OK && original->status == BENCH_OK) {
        twin->ratio = run->summary.of > 0 ? c->beside.ratio : paired_ratio(c, original);
        twin->verdict = override_verdict(&twin->ratio);
    }
    /*
     * The kernels of the original which the twin has from files, with what is known of both: in the
     * order in which set-up made them, several of one name in that order, too. malloc'ed.
     */
    struct results_override_kernel *kernels = need_zeroed(original->kernel_count, sizeof(*kernels));
    twin->kernel_count = 0;
    for (size_t i = 0; i < original->kernel_count; i++) {
        const struct run_kernel *own = run_kernel_find(run, original->kernels[i]);
        const struct run_kernel *other = run_kernel_instead(run, original, i, run, c, true);
        if (!other)
            continue;
        struct results_override_kernel *kernel = &kernels[twin->kernel_count++];
        *kernel =
            (struct results_override_kernel){ .name = own->name,
                                              .id = own->id,
                                              .file_id = other->id,
                                              .same = strcmp(own->sha256, other->sha256) == 0 };
        override_kernel_facts(own, kernel->facts);
        override_kernel_facts(other, kernel->file_facts);
    }
    twin->kernels = kernels;
}

void override_finish(struct results_override *twin)
{
    free(twin->kernels);
    *twin = (struct results_override){ .original = "" };
}

void override_find_all(struct run *run)
{
    foreach (struct run_case, c, run->cases, run->case_count) {
        OWNED_BY(override_finish) struct results_override twin = { 0 };
        if (!c->twin)
            continue;
        override_find(run, c, &twin);
        const size_t bytes = twin.kernel_count * sizeof(*twin.kernels);
        c->beside = twin;
        c->beside.kernels = arena_alloc(&run->arena, bytes);
        if (bytes > 0)
            memcpy(c->beside.kernels, twin.kernels, bytes);
    }
}

/* Returns ATTEMPTS_MAX where it has had none. */
static size_t index_of(const struct attempts *attempts, const char *name)
{
    for (size_t i = 0; i < attempts->count; i++)
        if (strcmp(attempts->last[i].name, name) == 0)
            return i;
    return ATTEMPTS_MAX;
}

void attempts_keep(struct attempts *attempts, const struct run *run)
{
    foreach (const struct run_case, c, run->cases, run->case_count) {
        OWNED_BY(override_finish) struct results_override twin = { 0 };
        if (!c->twin || strlen(c->name) >= ATTEMPTS_NAME_BYTES)
            continue;
        override_find(run, c, &twin);
        size_t at = index_of(attempts, c->name);
        at = at == ATTEMPTS_MAX ? attempts->count : at;
        if (twin.ratio.pairs > 0 && at < ATTEMPTS_MAX) {
            snprintf(attempts->last[at].name, ATTEMPTS_NAME_BYTES, "%s", c->name);
            attempts->last[at].ratio = twin.ratio;
            attempts->count = at == attempts->count ? at + 1 : attempts->count;
        }
    }
}

/* Distances of an interval's ends from its ratio, as logarithms. */
static double below(const struct stats_ratio *ratio)
{
    return log(ratio->ratio / ratio->interval.low);
}

static double above(const struct stats_ratio *ratio)
{
    return log(ratio->interval.high / ratio->ratio);
}

struct stats_ratio attempts_ratio(const struct attempts *attempts, const struct run_case *c,
                                  const struct results_override *twin)
{
    struct stats_ratio ratio = { .ratio = NAN, .interval = { NAN, NAN } };
    const size_t at = index_of(attempts, c->name);
    if (at == ATTEMPTS_MAX || twin->ratio.pairs == 0)
        return ratio;
    const struct stats_ratio *now = &twin->ratio, *before = &attempts->last[at].ratio;
    ratio.pairs = now->pairs < before->pairs ? now->pairs : before->pairs;
    ratio.ratio = now->ratio / before->ratio;
    ratio.interval.low = ratio.ratio * exp(-hypot(below(now), above(before)));
    ratio.interval.high = ratio.ratio * exp(hypot(above(now), below(before)));
    return ratio;
}
