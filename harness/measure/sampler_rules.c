/* SPDX-License-Identifier: MIT */
#include "harness/measure/sampler.h"

#include <math.h>
#include <stdlib.h>

static const double second_ns = 1e9;

struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software)
{
    struct sampler_rules rules = {
        .samples_min = 10,
        .samples_max = 300,
        .target_width = 0.01,
        .gpu_ns_min = 0.005 * second_ns,
        .case_wall_ns_max = 2 * second_ns,
        .raise_ns_min = 0.5 * second_ns,
        .raise_ns_max = 5 * second_ns,
        .throttle_share = 0.75,
        .throttle_ns_max = 4 * second_ns,
        .warmup_ns_max = 2 * second_ns,
        .warmup_change = 0.01,
        .ticks_min = 1000,
        .inner_ns_max = 0.1 * second_ns,
        .prime_ns_max = 0.005 * second_ns,
    };
    if (profile == BENCH_QUICK) {
        rules.samples_max = 200;
        rules.gpu_ns_min = 0.001 * second_ns;
        rules.case_wall_ns_max = 0.25 * second_ns;
        rules.raise_ns_max = 2 * second_ns;
        rules.throttle_ns_max = 1 * second_ns;
        rules.warmup_ns_max = 0.5 * second_ns;
    }
    if (software) {
        rules.raise_ns_min = rules.raise_ns_max = rules.warmup_ns_max = 0;
        rules.throttle_share = rules.throttle_ns_max = 0;
        rules.case_wall_ns_max *= 0.5;
    }
    return rules;
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

/* Asked after every sample: it selects where it could sort. */
static bool has_converged(const struct sampler_rules *rules, double *values, size_t count)
{
    size_t low, high;
    if (!stats_median_ranks(count, 0.95, &low, &high))
        return false;
    const double half_ns =
        (stats_select(values, count, high) - stats_select(values, count, low)) / 2;
    const double median_ns =
        (stats_select(values, count, (count - 1) / 2) + stats_select(values, count, count / 2)) / 2;
    return half_ns <= rules->target_width * median_ns;
}

enum result_stop sampler_stop_rule(const struct sampler_rules *rules, const struct result *result)
{
    double judged_ns = 0, wall_ns = result->aside_ns;
    size_t count = 0;
    double *values = malloc((result->sample_count + 1) * sizeof(*values));
    if (!values)
        return RESULT_STOP_TIME;
    for (size_t i = 0; i < result->sample_count; i++) {
        const struct result_sample *sample = &result->samples[i];
        wall_ns += sample->wall_ns * result->sampling.repetitions;
        if (!result_sample_counts(result, i))
            continue;
        values[count] = result_uses_wall(result) ? sample->wall_ns : sample->gpu_ns;
        judged_ns += values[count++] * result->sampling.repetitions;
    }
    enum result_stop stop = RESULT_STOP_NONE;
    if (result->sample_count >= rules->samples_max)
        stop = RESULT_STOP_SAMPLES;
    else if ((wall_ns >= rules->case_wall_ns_max && result->sample_count >= 6) ||
             wall_ns >= 4 * rules->case_wall_ns_max)
        stop = RESULT_STOP_TIME;
    else if (count >= rules->samples_min && judged_ns >= rules->gpu_ns_min &&
             !result->throttled_count && has_converged(rules, values, count))
        stop = RESULT_STOP_CONVERGED;
    free(values);
    return stop;
}
