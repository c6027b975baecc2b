/* SPDX-License-Identifier: MIT */
#include "harness/record/run/run_thin.h"

#include <math.h>
#include <stdlib.h>

struct rank {
    uint32_t key;
    size_t index;
};

static uint32_t reversed(uint32_t bits)
{
    uint32_t other = 0;
    for (int i = 0; i < 32; i++)
        other |= (bits >> i & 1U) << (31 - i);
    return other;
}

static int compare_keys(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int compare_indices(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    return (x->index > y->index) - (x->index < y->index);
}

/* Puts those samples that stay first, in the order of sampling. */
static void rank_all(struct rank *ranks, const struct run_sample *samples, size_t first,
                     size_t count, size_t kept)
{
    for (size_t i = 0; i < count; i++)
        ranks[i] = (struct rank){ reversed(samples[first + i].round), first + i };
    qsort(ranks, count, sizeof(*ranks), compare_keys);
    qsort(ranks, kept, sizeof(*ranks), compare_indices);
}

/* The samples of a case that stay; each launch has its share, and is told how many it keeps.
 * Returns their number. */
static size_t rank_case(struct rank *ranks, struct run_case *c, size_t samples_max)
{
    const size_t launches = c->launch_count > 0 ? c->launch_count : 1;
    const size_t share = samples_max > launches ? samples_max / launches : 1;
    size_t first = 0, kept = 0, whole = c->sample_count;
    for (size_t i = 0; i < launches; i++) {
        size_t *own = c->launch_count > 0 ? &c->launches[i].samples : &whole;
        const size_t taken = *own;
        *own = c->sample_count <= samples_max || taken < share ? taken : share;
        rank_all(ranks + kept, c->samples, first, taken, *own);
        first += taken;
        kept += *own;
    }
    return kept;
}

static void case_thin(struct arena *arena, struct run_case *c, size_t samples_max)
{
    const size_t count = c->sample_count;
    struct rank *ranks = arena_alloc(arena, count * sizeof(*ranks));
    struct run_sample *kept = arena_alloc(arena, count * sizeof(*kept));
    bool clock = false;
    c->sample_count = rank_case(ranks, c, samples_max);
    for (size_t i = 0; i < count; i++)
        clock = clock || isfinite(c->samples[i].core_hz);
    for (size_t i = 0; i < c->sample_count; i++) {
        kept[i] = c->samples[ranks[i].index];
        kept[i].canary_ns = clock ? NAN : kept[i].canary_ns;
    }
    c->samples = kept;
}

void run_thin(struct run *run, size_t samples_max)
{
    struct run_summary summary = { .samples_max = samples_max };
    for (size_t i = 0; i < run->case_count; i++) {
        summary.of += run->cases[i].sample_count;
        case_thin(&run->arena, &run->cases[i], samples_max);
        summary.samples += run->cases[i].sample_count;
    }
    if (run->summary.of > 0) /* it is a summary already */
        summary.of = run->summary.of;
    run->summary = summary;
}
