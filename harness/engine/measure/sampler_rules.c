/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/measure/measure.h"
#include "harness/engine/measure/private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES_OF_INTERVAL = 6, /* with fewer a median has none */
    SAMPLES_OF_LONG = 3,
    SAMPLES_OF_PAIR = 7, /* that a quotient of two needs where they share no rounds */
    SAMPLES_OF_MEDIAN = 3,
    FRESH = 3,
    LAUNCHES_OF_INTERVAL = 6, /* with fewer there is no interval between them of 95 % */
    /* An interval this many times as wide as wall_width is worth this many times the cap. */
    WIDE_WIDTHS = 2,
    WIDE_FACTOR = 3,
};

static const double second_ns = 1e9, confidence = 0.95;

struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software)
{
    struct sampler_rules rules = {
        .samples_min = 10,
        .samples_max = 300,
        .target_width = 0.01,
        .gpu_ns_min = 0.001 * second_ns,
        .case_wall_ns_max = 1 * second_ns,
        .host_wall_ns_max = 0.06 * second_ns,
        .ceiling_ns_max = 0.05 * second_ns,
        .long_samples = SAMPLES_OF_LONG,
        .raise_ns_min = 0.2 * second_ns,
        .raise_ns_max = 5 * second_ns,
        .throttle_share = 0.75,
        .throttle_ns_max = 4 * second_ns,
        .warmup_ns_max = 2 * second_ns,
        .warmup_change = 0.01,
        .ticks_min = 1000,
        .inner_ns_max = 0.1 * second_ns,
        .prime_ns_max = 0.005 * second_ns,
        .fresh = FRESH,
    };
    if (profile == BENCH_QUICK) {
        rules.samples_max = 200;
        rules.case_wall_ns_max = 0.25 * second_ns;
        rules.raise_ns_max = 2 * second_ns;
        rules.throttle_ns_max = 1 * second_ns;
        rules.warmup_ns_max = 0.5 * second_ns;
    }
    if (software) {
        rules.raise_ns_min = rules.raise_ns_max = rules.warmup_ns_max = 0;
        rules.throttle_share = rules.throttle_ns_max = 0;
        rules.case_wall_ns_max *= profile == BENCH_QUICK ? 0.125 : 0.5;
        rules.host_wall_ns_max = fmin(rules.host_wall_ns_max, rules.case_wall_ns_max);
    }
    rules.slow_ns = rules.host_wall_ns_max / SAMPLES_OF_INTERVAL;
    rules.long_ns = rules.case_wall_ns_max / SAMPLES_OF_LONG;
    rules.first_ns = rules.long_ns;
    rules.ceiling_ns_max = fmin(rules.ceiling_ns_max, rules.host_wall_ns_max);
    return rules;
}

void sampler_rules_of_claims(struct sampler_rules *rules)
{
    rules->long_samples = 1;
    rules->host_wall_ns_max = fmin(0.12 * second_ns, 1.5 * rules->case_wall_ns_max);
    rules->slow_ns = rules->host_wall_ns_max / SAMPLES_OF_INTERVAL;
    rules->long_ns = fmax(0.6 * rules->long_ns, rules->slow_ns);
    rules->first_ns = rules->long_ns;
    rules->wall_width = 0.05;
}

void sampler_rules_of_launches(struct sampler_rules *rules, uint32_t launches)
{
    if (launches < 2)
        return;
    const bool medians = launches >= LAUNCHES_OF_INTERVAL;
    rules->samples_min = medians ? SAMPLES_OF_MEDIAN : SAMPLES_OF_PAIR;
    rules->slow_samples = medians ? SAMPLES_OF_MEDIAN : SAMPLES_OF_INTERVAL;
    rules->fresh = launches < FRESH ? (FRESH + launches - 1) / launches : 1;
    rules->gpu_ns_min /= launches;
    rules->host_wall_ns_max /= launches;
    rules->case_wall_ns_max /= launches;
}

uint32_t sampler_repetitions(const struct sampler_rules *rules, double tick_ns, double shortest_ns,
                             double longest_ns, uint32_t most)
{
    const double wanted = rules->ticks_min * tick_ns / fmax(shortest_ns, tick_ns);
    const double allowed = fmin(most, rules->inner_ns_max / fmax(longest_ns, tick_ns));
    uint32_t repetitions = 1;
    while (repetitions < wanted && 2.0 * repetitions <= allowed)
        repetitions *= 2;
    return repetitions;
}

/* Half of what lies between the ranks is within the target. Reorders the values. */
static bool is_within(double target, double *values, size_t count, size_t low, size_t high,
                      double median)
{
    const double half = (stats_select(values, count, high) - stats_select(values, count, low)) / 2;
    return half <= target * median;
}

/* Whether intervals are looked at: in every round up to 32 samples, then after every second one up
 * to 64, every fourth up to 128, and so on. It costs less, and fewer looks end fewer by luck. */
static bool is_due(size_t count)
{
    size_t step = 1;
    while (count >= 32 * step)
        step *= 2;
    return count % step == 0;
}

/*
 * It selects where it could sort, and asks for the correlation only when the interval of
 * independent values, which is never wider, is narrow enough. values are in the order of sampling;
 * scratch has room for as many.
 */
static bool is_narrow(double target, const double *values, double *scratch, size_t count)
{
    size_t low, high;
    if (!stats_median_ranks(count, confidence, &low, &high))
        return false;
    memcpy(scratch, values, count * sizeof(*scratch));
    const double median =
        (stats_select(scratch, count, (count - 1) / 2) + stats_select(scratch, count, count / 2)) /
        2;
    if (!is_within(target, scratch, count, low, high, median))
        return false;
    const double factor = stats_ranks_factor(values, count, median);
    stats_widened_ranks(count, confidence, factor, &low, &high);
    return is_within(target, scratch, count, low, high, median);
}

/* Decides where the median is narrow. To the first order the inverse of the ratio and its logarithm
 * are as wide as the ratio. */
static enum result_stop stop_by_ratio(const struct sampler_rules *rules,
                                      const struct result *result, const struct result *baseline,
                                      double *values, double *scratch)
{
    if (!baseline || baseline == result || baseline->c.status != BENCH_OK)
        return RESULT_STOP_CONVERGED;
    const size_t pairs = result_pairs(result, baseline, values, scratch);
    for (size_t i = 0; i < pairs; i++)
        values[i] /= scratch[i];
    if (is_narrow(rules->target_width, values, scratch, pairs))
        return RESULT_STOP_CONVERGED;
    switch (baseline->c.stop) {
    case RESULT_STOP_SAMPLES:
    case RESULT_STOP_TIME:
    case RESULT_STOP_LONG: return baseline->c.stop;
    default: return sampler_pairs_rule(rules, baseline) ? RESULT_STOP_TIME : RESULT_STOP_NONE;
    }
}

/* The least cap of a case that is judged by wall time, or cold. */
static double own_cap_ns(const struct sampler_rules *rules, const struct result *result)
{
    return result->variant->ceiling == BENCH_CEILING_NONE ? rules->host_wall_ns_max
                                                          : rules->ceiling_ns_max;
}

/* The cap of a case that is compared with others by wall time. It is higher in runs of claims while
 * the interval is so wide that the interval, not the measured value, would decide. */
static double wall_cap_ns(const struct sampler_rules *rules, const struct result *result,
                          const double *values, double *scratch, size_t count)
{
    const bool wide = rules->wall_width > 0 && result->variant->ceiling == BENCH_CEILING_NONE &&
                      !is_narrow(WIDE_WIDTHS * rules->wall_width, values, scratch, count);
    return (wide ? WIDE_FACTOR : 1) * own_cap_ns(rules, result);
}

/* Decides when a case that is judged by GPU time stops beside cases that are judged by wall time.
 * Its own wall time is compared with theirs, so it must be known as well, within the cap of those
 * cases. */
static enum result_stop stop_by_wall(const struct sampler_rules *rules, const struct result *result,
                                     double wall_ns, double *values, double *scratch)
{
    size_t count = 0;
    if (!(rules->wall_width > 0) || !result->beside_wall || result->c.by_wall)
        return RESULT_STOP_CONVERGED;
    for (size_t i = 0; i < result->c.sample_count; i++)
        if (result_sample_counts(result, i))
            values[count++] = result->c.samples[i].wall_ns;
    if (is_narrow(rules->wall_width, values, scratch, count))
        return RESULT_STOP_CONVERGED;
    return wall_ns >= wall_cap_ns(rules, result, values, scratch, count) ? RESULT_STOP_TIME
                                                                         : RESULT_STOP_NONE;
}

/* Whether what a case has cost, its untimed executions and all, is enough. For a throttled sample
 * comes another one, up to twice the cap. */
static bool is_capped(const struct sampler_rules *rules, const struct result *result,
                      double wall_ns, double host_cap_ns)
{
    const size_t count = result->c.sample_count;
    if (rules->samples_min == rules->samples_max)
        return false;
    if ((result->c.by_wall || result->c.cache == RUN_CACHE_COLD) && count >= rules->samples_min &&
        wall_ns >= host_cap_ns)
        return true;
    const uint32_t caps = count < SAMPLES_OF_INTERVAL                            ? 4
                          : count - throttle_count(result) < SAMPLES_OF_INTERVAL ? 2
                                                                                 : 1;
    return wall_ns >= caps * rules->case_wall_ns_max;
}

uint32_t sampler_long_rule(const struct sampler_rules *rules, double execution_ns)
{
    if (rules->samples_min == rules->samples_max)
        return 0;
    if (rules->long_ns > 0 && execution_ns >= rules->long_ns)
        return rules->long_samples;
    if (rules->slow_ns <= 0 || execution_ns < rules->slow_ns)
        return 0;
    return rules->slow_samples > 0 ? rules->slow_samples : SAMPLES_OF_INTERVAL;
}

bool sampler_first_rule(const struct sampler_rules *rules, double first_ns)
{
    return rules->first_ns > 0 && first_ns >= rules->first_ns &&
           sampler_long_rule(rules, first_ns) > 0;
}

double sampler_wall_ns(const struct result *result)
{
    double wall_ns = result->aside_ns;
    for (size_t i = 0; i < result->c.sample_count; i++)
        wall_ns += result->c.samples[i].wall_ns * result->c.inner_repetitions;
    return wall_ns;
}

bool sampler_pairs_rule(const struct sampler_rules *rules, const struct result *baseline)
{
    if (rules->samples_min == rules->samples_max || baseline->c.stop == RESULT_STOP_NONE)
        return false;
    const double wall_ns = sampler_wall_ns(baseline);
    return baseline->c.stop == RESULT_STOP_LONG || wall_ns >= rules->case_wall_ns_max ||
           is_capped(rules, baseline, wall_ns, own_cap_ns(rules, baseline));
}

enum result_stop sampler_stop_rule(const struct sampler_rules *rules, const struct result *result,
                                   const struct result *baseline)
{
    double judged_ns = 0, least_ns = INFINITY;
    size_t count = 0;
    OWNED double *values = stats_numbers(2 * result->c.sample_count);
    double *scratch = values + result->c.sample_count;
    for (size_t i = 0; i < result->c.sample_count; i++) {
        const struct run_sample *sample = &result->c.samples[i];
        if (!result_sample_counts(result, i))
            continue;
        values[count] = run_case_sample_ns(&result->c, sample);
        least_ns = fmin(least_ns, values[count]);
        judged_ns += values[count++] * result->c.inner_repetitions;
    }
    const uint32_t long_count = count > 0 ? sampler_long_rule(rules, least_ns) : 0;
    const double wall_ns = sampler_wall_ns(result), host_cap_ns = own_cap_ns(rules, result);
    const bool late = result->c.by_wall && wall_ns >= host_cap_ns;
    const double cap_ns = late ? wall_cap_ns(rules, result, values, scratch, count) : host_cap_ns;
    enum result_stop stop = RESULT_STOP_NONE;
    if (result->c.sample_count >= rules->samples_max)
        stop = RESULT_STOP_SAMPLES;
    else if (long_count > 0 && count >= long_count)
        stop = RESULT_STOP_LONG;
    else if (is_capped(rules, result, wall_ns, cap_ns))
        stop = RESULT_STOP_TIME;
    else if (count >= rules->samples_min && judged_ns >= rules->gpu_ns_min &&
             !result->c.clock.throttled_count && is_due(result->c.sample_count) &&
             is_narrow(rules->target_width, values, scratch, count))
        stop = stop_by_ratio(rules, result, baseline, values, scratch);
    if (stop == RESULT_STOP_CONVERGED)
        return stop_by_wall(rules, result, wall_ns, values, scratch);
    return stop;
}
