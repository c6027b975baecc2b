/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
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
           c->status == BENCH_OK && c->check == RUN_CHECK_PASSED && !*c->mark &&
           isfinite(run_case_median_ns(c)) && strcmp(c->workload, field->workload) == 0 &&
           !fastest_does_part(field->catalogue, c);
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
            if (candidates[i] == first)
                continue;
            /* Takes the pair, or medians where no pair is there. */
            const struct stats_ratio pairs = paired_ratio(candidates[i], first);
            const double ratio =
                pairs.pairs > 0 ? pairs.ratio
                                : run_case_median_ns(candidates[i]) / run_case_median_ns(first);
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

/* False where the interval that rows print says which of both is faster: of a pair with the
 * baseline that is its own, of others both are held against the baseline. */
static bool is_tie(const struct run_case *first, const struct run_case *other, double paired_high)
{
    const struct stats_interval own = run_case_ratio_interval(first);
    const struct stats_interval its = run_case_ratio_interval(other);
    if (other->baseline && isfinite(own.high))
        return own.high >= 1;
    if (first->baseline && isfinite(its.low))
        return its.low <= 1;
    return paired_high >= 1 && !(own.high < its.low);
}

void fastest_find(const struct run *run, const struct fastest_field *field, struct fastest *fastest)
{
    OWNED const struct run_case **candidates = need_zeroed(run->case_count, sizeof(*candidates));
    size_t count = 0;
    *fastest = (struct fastest){ 0 };
    for (size_t i = 0; i < run->case_count; i++)
        if (fastest_is_candidate(&run->cases[i], field))
            candidates[count++] = &run->cases[i];
    fastest->ties = need_zeroed(count, sizeof(*fastest->ties));
    fastest->unpaired = need_zeroed(count, sizeof(*fastest->unpaired));
    fastest->candidate_count = count;
    fastest->first = first_find(candidates, count);
    for (size_t i = 0; i < count; i++) {
        if (candidates[i] == fastest->first)
            continue;
        const struct stats_ratio ratio = paired_ratio(fastest->first, candidates[i]);
        const struct stats_summary *a = run_case_judged(fastest->first);
        const struct stats_summary *b = run_case_judged(candidates[i]);
        /* Even its best sample took longer than the worst of the first: no round need tell. */
        const bool out =
            a && b && fastest->first->by_wall == candidates[i]->by_wall && b->minimum > a->maximum;
        if (isnan(ratio.interval.low) && !out)
            fastest->unpaired[fastest->unpaired_count++] = candidates[i];
        else if (!isnan(ratio.interval.low) &&
                 is_tie(fastest->first, candidates[i], ratio.interval.high))
            fastest->ties[fastest->tie_count++] = candidates[i];
    }
}

void fastest_finish(struct fastest *fastest)
{
    free(fastest->ties);
    free(fastest->unpaired);
    *fastest = (struct fastest){ 0 };
}
