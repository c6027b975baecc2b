/* SPDX-License-Identifier: MIT */
#include "harness/views/headline/headline.h"
#include "harness/analysis/compare/compare.h"
#include "harness/analysis/limits/limits.h"
#include "harness/base/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_whole(const struct headline_source *source, const struct run_latest_case *it)
{
    return it && it->c->status == BENCH_OK && it->c->cache != RUN_CACHE_COLD && !it->c->twin &&
           !fastest_does_part(source->catalogue, it->c);
}

/* The claim ------------------------------------------------------------------------------------ */

bool headline_is_about(const struct claims_entry *entry, const char *technique)
{
    const char *name = entry->claim->a + (*entry->claim->a == '^');
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    const bool named = length > 0 && strncmp(name + length, "\\.", 2) == 0;
    return named ? strlen(technique) == length && strncmp(name, technique, length) == 0
                 : strcmp(entry->paper->technique, technique) == 0;
}

/* The larger the gain that a paper states, the better; a claim without a number, a word that is
 * not decided, a number of ours, and a part of a job are worse. NAN of what shows nothing. */
static double claim_rank(const struct headline_source *source, const struct claims_entry *entry)
{
    const struct claims_pair *shown = entry->readings[0].shown;
    const enum published_says says = entry->claim->says;
    if (verdict_class_of(entry->verdict) == VERDICT_CLASS_NOT_TESTABLE || !shown ||
        claims_origin_of(entry) == CLAIMS_OF_OTHER_EVIDENCE)
        return NAN;
    const struct run_latest_case *a = run_latest_named(source->latest, shown->a);
    const struct run_latest_case *b = run_latest_named(source->latest, shown->b);
    if (!a)
        return NAN;
    const bool times = says <= PUBLISHED_SLOWER, gain = times && isfinite(shown->published);
    double rank = gain ? 10 + log(shown->published) : times ? 2 : 1;
    rank -= verdict_class_of(entry->verdict) == VERDICT_CLASS_BETWEEN ||
            verdict_class_of(entry->verdict) == VERDICT_CLASS_UNDECIDED;
    rank -= claims_origin_of(entry) == CLAIMS_OF_PAPER ? 0 : 20;
    rank -= is_whole(source, a) && (!b || is_whole(source, b)) ? 0 : 50;
    return rank;
}

static int compare_jobs(const void *a, const void *b)
{
    const struct run_latest_case *const *left = a, *const *right = b;
    const struct run_case *first = (*left)->c, *second = (*right)->c;
    if (first->workload_key != second->workload_key)
        return first->workload_key > second->workload_key ? 1 : -1;
    int order = strcmp(first->workload, second->workload);
    order = order ? order : strcmp(first->variant, second->variant);
    return order ? order : (*left > *right) - (*left < *right);
}

/* The first case of the workload that most variants have a whole case of; the last such workload,
 * for sizes grow. NULL where there is none. */
static const struct run_latest_case *largest_job(const struct headline_source *source,
                                                 const char *technique)
{
    const struct run_latest *latest = source->latest;
    OWNED const struct run_latest_case **cases = need_zeroed(latest->count, sizeof(*cases));
    const struct run_latest_case *largest = NULL;
    size_t count = 0, most = 0;
    foreach (const struct run_latest_case, it, latest->cases, latest->count)
        if (strcmp(it->c->technique, technique) == 0 && is_whole(source, it))
            cases[count++] = it;
    qsort(cases, count, sizeof(*cases), compare_jobs);
    for (size_t i = 0, end; i < count; i = end) {
        const struct run_latest_case *first = cases[i];
        size_t variants = 1;
        for (end = i + 1; end < count && run_case_same_workload(cases[end]->c, cases[i]->c);
             end++) {
            variants += strcmp(cases[end]->c->variant, cases[end - 1]->c->variant) != 0;
            first = cases[end] < first ? cases[end] : first;
        }
        if (variants < most || (variants == most && first < largest))
            continue;
        most = variants;
        largest = first;
    }
    return largest;
}

/* Bars ----------------------------------------------------------------------------------------- */

static bool is_side(const struct headline *headline, const struct run_latest_case *it)
{
    return it == headline->sides[0] || it == headline->sides[1];
}

/* The claim's own case of a variant has the bar, or else the fastest. */
static void bar_add(struct headline *headline, const struct run_latest_case *it)
{
    const struct run_case *c = it->c;
    const struct run_case *baseline = c->baseline ? c : case_launches_baseline(it->run, c);
    const struct headline_bar bar = { it, baseline, c->by_wall || (baseline && baseline->by_wall),
                                      c->baseline          ? 1
                                      : c->ratio.pairs > 0 ? 1 / c->ratio.ratio
                                                           : NAN };
    foreach (struct headline_bar, known, headline->bars, headline->count) {
        if (strcmp(known->it->c->variant, c->variant) != 0 ||
            strcmp(known->it->c->bench, c->bench) != 0)
            continue;
        const bool side = is_side(headline, it), known_side = is_side(headline, known->it);
        if (side != known_side
                ? side
                : bar.factor > known->factor || (isnan(known->factor) && !isnan(bar.factor)))
            *known = bar;
        return;
    }
    headline->bars[headline->count++] = bar;
}

static int compare_bars(const void *a, const void *b)
{
    const struct headline_bar *first = a, *second = b;
    if (isnan(first->factor) != isnan(second->factor))
        return isnan(first->factor) ? 1 : -1;
    if (first->factor != second->factor && !isnan(first->factor))
        return first->factor > second->factor ? -1 : 1;
    return (first->it > second->it) - (first->it < second->it);
}

bool headline_find(struct headline *headline, const struct headline_source *source,
                   const char *technique)
{
    const struct run_latest *latest = source->latest;
    double best = -INFINITY;
    *headline = (struct headline){ 0 };
    foreach (const struct claims_entry, entry, source->device->entries,
             source->device->entry_count) {
        const double rank = entry->measured && headline_is_about(entry, technique)
                                ? claim_rank(source, entry)
                                : NAN;
        if (!(rank > best))
            continue;
        const struct claims_pair *shown = entry->readings[0].shown;
        best = rank;
        headline->entry = entry;
        headline->sides[0] = run_latest_named(latest, shown->a);
        headline->sides[1] = run_latest_named(latest, shown->b);
        headline->job = headline->sides[0];
    }
    if (!headline->job)
        headline->job = largest_job(source, technique);
    if (!headline->job)
        return false;
    headline->bars = need_zeroed(latest->count, sizeof(*headline->bars));
    for (size_t i = 0; i < latest->count; i++)
        if (run_case_same_workload(latest->cases[i].c, headline->job->c) &&
            is_whole(source, &latest->cases[i]))
            bar_add(headline, &latest->cases[i]);
    qsort(headline->bars, headline->count, sizeof(*headline->bars), compare_bars);
    return true;
}

bool headline_is_best(const struct headline *headline, size_t bar)
{
    if (isnan(headline->bars[0].factor))
        return false;
    const struct stats_ratio ratio =
        paired_ratio(headline->bars[bar].it->c, headline->bars[0].it->c);
    return bar == 0 || (ratio.pairs > 0 && ratio.interval.low <= 1 && ratio.interval.high >= 1);
}

void headline_finish(struct headline *headline)
{
    free(headline->bars);
    *headline = (struct headline){ 0 };
}
