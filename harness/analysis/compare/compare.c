/* SPDX-License-Identifier: MIT */
#include "harness/analysis/compare/compare.h"

#include "harness/analysis/compare/compare_head.h"
#include "harness/analysis/compare/unpaired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double threshold_same = 0.10, threshold_other = 0.15;

const char *compare_verdict_name(enum compare_verdict verdict)
{
    static const char *const names[COMPARE_VERDICT_COUNT] = {
        "ratio", "within", "faster", "slower", "undecided", "incomparable", "untimed",
    };
    return names[verdict];
}

const char *compare_setting_name(enum compare_setting setting)
{
    static const char *const names[COMPARE_SETTING_COUNT] = {
        "",
        "kind",
        "clock",
        "cache mode",
        "reset",
        "preceding sample",
        "inner repetitions",
        "threads",
        "profile",
        "validation layers",
    };
    return names[setting];
}

const char *compare_clock_name(enum compare_clock clock)
{
    static const char *const names[COMPARE_CLOCK_COUNT] = { "GPU time", "wall time", "host" };
    return names[clock];
}

enum compare_clock compare_clock_of(const struct run_case *c)
{
    return c->kind == BENCH_CPU ? COMPARE_HOST : c->by_wall ? COMPARE_WALL : COMPARE_GPU;
}

/* Rows ----------------------------------------------------------------------------------------- */

static bool other_model(const struct compare *compare, const struct run_case *c)
{
    return compare->models || (c->kind == BENCH_CPU && compare->hosts);
}

/* An older file does not say what precedes a sample, nor how it is stamped. */
static enum compare_setting preparation_differs(const struct run_case *a, const struct run_case *b)
{
    if (a->preceded_by == RUN_PRECEDED_NONE || b->preceded_by == RUN_PRECEDED_NONE)
        return COMPARE_SETTING_NONE;
    if (a->stamps_each != b->stamps_each)
        return COMPARE_SETTING_RESET;
    return a->preceded_by != b->preceded_by ? COMPARE_SETTING_PRECEDED : COMPARE_SETTING_NONE;
}

enum compare_setting compare_setting_between(const struct compare *compare,
                                             const struct run_case *a, const struct run_case *b)
{
    const bool models = other_model(compare, a);
    if (a->kind != b->kind)
        return COMPARE_SETTING_KIND;
    if (a->by_wall != b->by_wall)
        return COMPARE_SETTING_CLOCK;
    if ((a->cache == RUN_CACHE_COLD) != (b->cache == RUN_CACHE_COLD))
        return COMPARE_SETTING_CACHE;
    if (compare->a->session.validate != compare->b->session.validate)
        return COMPARE_SETTING_VALIDATE;
    const enum compare_setting preparation = preparation_differs(a, b);
    if (preparation != COMPARE_SETTING_NONE || models)
        return preparation;
    if (a->kind == BENCH_CPU && a->threads != b->threads && !isnan(a->threads + b->threads))
        return COMPARE_SETTING_THREADS;
    if (a->inner_repetitions != b->inner_repetitions)
        return COMPARE_SETTING_REPETITIONS;
    return strcmp(compare->a->session.profile, compare->b->session.profile) != 0
               ? COMPARE_SETTING_PROFILE
               : COMPARE_SETTING_NONE;
}

static double threshold_of(const struct compare *compare, const struct run_case *c)
{
    /* No file says which host it was. */
    bool other = c->kind == BENCH_CPU;
    for (size_t i = 0; i < compare->difference_count; i++)
        other = other || compare->differences[i].configuration;
    return other ? threshold_other : threshold_same;
}

/*
 * The change r that shows with a probability of 80 %: the interval of log r is that of both runs
 * together, h = h_a + h_b to either side, and all of it must lie beyond the threshold; the estimate
 * in its middle varies by s = sqrt(h_a^2 + h_b^2) / z_.9875, so log r = log(1 + threshold) + h +
 * z_.8 s.
 */
static double smallest_change(const struct compare_row *row)
{
    static const double z_interval = 2.2414, z_power = 0.8416;
    const struct stats_interval a = unpaired_interval(row->a, row->a->by_wall, UNPAIRED_CONFIDENCE);
    const struct stats_interval b = unpaired_interval(row->b, row->b->by_wall, UNPAIRED_CONFIDENCE);
    const double half_a = log(a.high / a.low) / 2, half_b = log(b.high / b.low) / 2;
    return exp(log1p(row->threshold) + half_a + half_b +
               z_power / z_interval * sqrt(half_a * half_a + half_b * half_b)) -
           1;
}

static enum compare_verdict verdict_of(const struct compare_row *row)
{
    const struct stats_interval interval = row->ratio.interval;
    const double most = 1 + row->threshold;
    if (interval.low > most)
        return COMPARE_SLOWER;
    if (interval.high < 1 / most)
        return COMPARE_FASTER;
    return interval.low >= 1 / most && interval.high <= most ? COMPARE_WITHIN : COMPARE_UNDECIDED;
}

static void row_judge(struct compare *compare, struct compare_row *row)
{
    const struct run_case *a = row->a, *b = row->b;
    compare_head_kernels_of(compare, row);
    row->threshold = row->smallest = NAN;
    row->ratio = (struct stats_ratio){ .ratio = NAN, .interval = { NAN, NAN } };
    if (!run_case_judged(a) || !run_case_judged(b)) {
        row->verdict = COMPARE_UNTIMED;
        return;
    }
    row->setting = compare_setting_between(compare, a, b);
    if (row->setting != COMPARE_SETTING_NONE) {
        row->verdict = COMPARE_INCOMPARABLE;
        return;
    }
    row->ratio = unpaired_ratio(b, a);
    row->verdict = COMPARE_RATIO;
    if (other_model(compare, a))
        return;
    row->threshold = threshold_of(compare, a);
    row->smallest = smallest_change(row);
    row->verdict = verdict_of(row);
}

/* Joining -------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    const struct run_case *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

/* Cases of a run by name. */
static const struct run_case **cases_sort(struct compare *compare, const struct run *run)
{
    const struct run_case **sorted =
        arena_alloc(&compare->arena, run->case_count * sizeof(*sorted));
    for (size_t i = 0; i < run->case_count; i++)
        sorted[i] = &run->cases[i];
    qsort(sorted, run->case_count, sizeof(*sorted), compare_names);
    return sorted;
}

static const struct run_case *case_find(const struct run_case **sorted, size_t count,
                                        const struct run_case *wanted)
{
    const struct run_case **found = bsearch(&wanted, sorted, count, sizeof(*sorted), compare_names);
    return found ? *found : NULL;
}

/* The selection from both runs. */
struct choice {
    bool (*only)(const void *context, const struct run_case *c);
    const void *context;
};

static bool is_chosen(const struct choice *choice, const struct run_case *c)
{
    return !choice->only || choice->only(choice->context, c);
}

static void rows_join(struct compare *compare, const struct choice *choice)
{
    const struct run *a = compare->a, *b = compare->b;
    struct arena *arena = &compare->arena;
    const struct run_case **of_a = cases_sort(compare, a), **of_b = cases_sort(compare, b);
    compare->rows = arena_alloc(arena, a->case_count * sizeof(*compare->rows));
    compare->only_a = arena_alloc(arena, a->case_count * sizeof(*compare->only_a));
    compare->only_b = arena_alloc(arena, b->case_count * sizeof(*compare->only_b));
    for (size_t i = 0; i < a->case_count; i++) {
        const struct run_case *c = &a->cases[i], *other = case_find(of_b, b->case_count, c);
        if (!is_chosen(choice, c))
            continue;
        if (other)
            compare->rows[compare->row_count++] = (struct compare_row){ .a = c, .b = other };
        else
            compare->only_a[compare->only_a_count++] = c;
    }
    for (size_t i = 0; i < b->case_count; i++)
        if (is_chosen(choice, &b->cases[i]) && !case_find(of_a, a->case_count, &b->cases[i]))
            compare->only_b[compare->only_b_count++] = &b->cases[i];
}

/* Techniques ----------------------------------------------------------------------------------- */

static struct compare_technique *technique_of(struct compare *compare, const struct run_case *c)
{
    const enum compare_clock clock = compare_clock_of(c);
    size_t i = 0;
    while (i < compare->technique_count && (compare->techniques[i].clock != clock ||
                                            strcmp(compare->techniques[i].name, c->technique) != 0))
        i++;
    if (i == compare->technique_count)
        compare->techniques[compare->technique_count++] = (struct compare_technique){
            .name = c->technique, .clock = clock, .least = INFINITY, .greatest = -INFINITY
        };
    return &compare->techniques[i];
}

/* The mean holds the sum of logarithms until all rows are there. */
static void techniques_sum(struct compare *compare)
{
    compare->techniques =
        arena_alloc(&compare->arena, compare->row_count * sizeof(*compare->techniques));
    for (size_t i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];
        struct compare_technique *technique = technique_of(compare, row->a);
        technique->counts[row->verdict]++;
        compare->counts[row->verdict]++;
        if (isnan(row->ratio.ratio))
            continue;
        technique->rows++;
        technique->mean += log(row->ratio.ratio);
        technique->least = fmin(technique->least, row->ratio.ratio);
        technique->greatest = fmax(technique->greatest, row->ratio.ratio);
    }
    for (size_t i = 0; i < compare->technique_count; i++) {
        struct compare_technique *technique = &compare->techniques[i];
        technique->mean =
            technique->rows > 0 ? exp(technique->mean / (double)technique->rows) : NAN;
        if (technique->rows == 0)
            technique->least = technique->greatest = NAN;
    }
}

static struct compare_overall overall_by(const struct compare *compare, enum compare_clock clock)
{
    struct compare_overall overall = { .clock = clock, .speed = NAN };
    double logarithms = 0;
    for (size_t i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];
        if (isnan(row->ratio.ratio) || row->a->ceiling != BENCH_CEILING_NONE ||
            compare_clock_of(row->a) != clock)
            continue;
        overall.rows++;
        overall.faster += row->verdict == COMPARE_FASTER;
        overall.slower += row->verdict == COMPARE_SLOWER;
        logarithms -= log(row->ratio.ratio);
    }
    if (overall.rows > 0)
        overall.speed = exp(logarithms / (double)overall.rows);
    return overall;
}

static void overall_find(struct compare *compare)
{
    for (int clock = 0; clock < COMPARE_CLOCK_COUNT && compare->overall.rows == 0; clock++)
        compare->overall = overall_by(compare, (enum compare_clock)clock);
}

static void smallest_sum(struct compare *compare)
{
    size_t count = 0;
    double *values = stats_numbers(compare->row_count);
    for (size_t i = 0; i < compare->row_count; i++)
        if (!isnan(compare->rows[i].smallest))
            values[count++] = compare->rows[i].smallest;
    stats_sort(values, count);
    compare->smallest_half = stats_quantile_sorted(values, count, 0.5);
    compare->smallest_most = stats_quantile_sorted(values, count, 0.9);
    free(values);
}

void compare_runs(struct compare *compare, const struct run *a, const struct run *b,
                  bool (*only)(const void *context, const struct run_case *c), const void *context)
{
    const struct choice choice = { only, context };
    *compare = (struct compare){ .a = a, .b = b };
    compare_head(compare);
    rows_join(compare, &choice);
    for (size_t i = 0; i < compare->row_count; i++)
        row_judge(compare, &compare->rows[i]);
    overall_find(compare);
    techniques_sum(compare);
    smallest_sum(compare);
}

void compare_finish(struct compare *compare)
{
    claims_destroy(&compare->of_a);
    claims_destroy(&compare->of_b);
    arena_finish(&compare->arena);
    *compare = (struct compare){ .row_count = 0 };
}
