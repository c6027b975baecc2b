/* SPDX-License-Identifier: MIT */
#include "harness/analysis/override/attempts.h"

#include "harness/analysis/override/override.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    for (size_t i = 0; i < run->case_count; i++) {
        const struct run_case *c = &run->cases[i];
        struct results_override twin;
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
        override_finish(&twin);
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
