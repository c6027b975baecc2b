/* SPDX-License-Identifier: MIT */
#include "harness/analysis/limits/fastest.h"

#include "harness/analysis/compare/compare.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = 20 };

bool fastest_does_part(const struct catalogue *catalogue, const struct run_case *c)
{
    return c->yardstick || (catalogue && catalogue->does_part(catalogue->techniques, c));
}

bool fastest_is_candidate(const struct run_case *c, const struct fastest_field *field)
{
    return c->kind == field->kind && (c->cache == RUN_CACHE_COLD) == field->cold &&
           c->status == BENCH_OK && c->check == RUN_CHECK_PASSED &&
           isfinite(run_case_median_ns(c)) && strcmp(c->workload, field->workload) == 0 &&
           !fastest_does_part(field->catalogue, c);
}

static const struct run_case **candidates_find(const struct run *run,
                                               const struct fastest_field *field, size_t *count)
{
    const struct run_case **candidates = need_zeroed(run->case_count, sizeof(*candidates));
    *count = 0;
    for (size_t i = 0; i < run->case_count; i++)
        if (fastest_is_candidate(&run->cases[i], field))
            candidates[(*count)++] = &run->cases[i];
    return candidates;
}

/* Time of a over that of b: paired, or of medians where no pair is there. */
static double estimate(const struct run_case *a, const struct run_case *b)
{
    const struct stats_ratio ratio = paired_ratio(a, b);
    return ratio.pairs > 0 ? ratio.ratio : run_case_median_ns(a) / run_case_median_ns(b);
}

/*
 * From the smallest median on: whoever is furthest below the one that leads takes the lead. Medians
 * of ratios need not be transitive, so it does not go on for ever.
 */
static const struct run_case *first_find(const struct run_case **candidates, size_t count)
{
    const struct run_case *smallest = count ? candidates[0] : NULL;
    for (size_t i = 1; i < count; i++)
        if (run_case_median_ns(candidates[i]) < run_case_median_ns(smallest))
            smallest = candidates[i];
    const struct run_case *first = smallest;
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        const struct run_case *below = NULL;
        double least = 1;
        for (size_t i = 0; i < count; i++) {
            const double ratio = candidates[i] == first ? 1 : estimate(candidates[i], first);
            if (ratio < least) {
                least = ratio;
                below = candidates[i];
            }
        }
        if (!below)
            return first;
        first = below;
    }
    return smallest;
}

void fastest_find(const struct run *run, const struct fastest_field *field, struct fastest *fastest)
{
    size_t count;
    *fastest = (struct fastest){ 0 };
    const struct run_case **candidates = candidates_find(run, field, &count);
    fastest->ties = need_zeroed(count, sizeof(*fastest->ties));
    fastest->unpaired = need_zeroed(count, sizeof(*fastest->unpaired));
    fastest->candidate_count = count;
    fastest->first = first_find(candidates, count);
    for (size_t i = 0; i < count; i++) {
        if (candidates[i] == fastest->first)
            continue;
        const struct stats_ratio ratio = paired_ratio(fastest->first, candidates[i]);
        if (isnan(ratio.interval.low))
            fastest->unpaired[fastest->unpaired_count++] = candidates[i];
        else if (ratio.interval.high >= 1)
            fastest->ties[fastest->tie_count++] = candidates[i];
    }
    free(candidates);
}

void fastest_finish(struct fastest *fastest)
{
    free(fastest->ties);
    free(fastest->unpaired);
    *fastest = (struct fastest){ 0 };
}
