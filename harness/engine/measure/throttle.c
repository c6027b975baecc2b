/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/measure.h"

#include <math.h>

size_t throttle_count(const struct result *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->c.sample_count; i++)
        count += result->c.samples[i].throttled;
    return count;
}

void throttle_mark(struct result *result, double share, const struct canary_state *reference)
{
    for (size_t i = 0; i < result->c.sample_count; i++) {
        struct run_sample *sample = &result->c.samples[i];
        const struct canary_reading clock = { sample->canary_ns, sample->core_hz,
                                              result->c.kind == BENCH_HOST_DRIVEN };
        /* False for a share of NAN, where there is no probe. */
        sample->throttled = sample->held_back || canary_share(reference, &clock) < share;
    }
    const size_t count = result->c.sample_count;
    const size_t throttled = throttle_count(result);
    const size_t half = (count + 1) / 2;
    const size_t least = half < THROTTLE_LEAST ? half : THROTTLE_LEAST;
    result->c.clock.throttled_count = throttled > 0 && count - throttled < least;
}

double throttle_pause_ns(uint32_t rounds)
{
    return rounds == 0 ? 0 : fmin(1e7 * exp2(rounds - 1.0), 1e9);
}
