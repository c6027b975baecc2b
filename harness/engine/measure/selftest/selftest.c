/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/selftest/selftest.h"

#include "harness/base/base.h"
#include "harness/base/need.h"

#include <stdio.h>
#include <string.h>

static const double raise_ns_min = 0.5e9, raise_ns_max = 3e9;

static double spread(const struct stats_summary *summary)
{
    return (summary->quartile3 - summary->quartile1) / summary->median;
}

static bool clock_measure(struct gpu *gpu, const struct timer *timer, struct timer_spin *spin,
                          struct selftest_clock *clock)
{
    const bool software = gpu_info_is_software(gpu_info(gpu));
    double probes_ns[SELFTEST_PROBES], cores_hz[SELFTEST_PROBES];
    struct canary_state state = { 0 };
    struct canary_reading reading = { 0 };
    OWNED_BY(canary_destroy) struct canary *canary = canary_create(gpu, &state, timer->tick_ns);
    bool ok = canary;
    if (ok && !software) {
        clock->raise_ns = canary_raise(canary, raise_ns_min, raise_ns_max, &reading);
        ok = clock->raise_ns > 0;
    }
    for (int i = 0; i < SELFTEST_PROBES && ok; i++) {
        ok = canary_probe(canary, &reading);
        probes_ns[i] = reading.probe_ns;
        cores_hz[i] = reading.core_hz;
    }
    if (!ok || !timer_spin_measure(gpu, canary, spin))
        return false;
    const struct stats_summary probe = stats_summarize(probes_ns, SELFTEST_PROBES);
    const struct stats_summary core = stats_summarize(cores_hz, SELFTEST_PROBES);
    clock->probe_ns = probe.median;
    clock->probe_spread = spread(&probe);
    clock->core_hz = core.median;
    clock->core_spread = core.median > 0 ? spread(&core) : 0;
    return true;
}

/* Without the memory for a sweep there is no proof, and the device stays usable. */
static bool cache_measure(struct gpu *gpu, struct selftest *test)
{
    OWNED_BY(cache_destroy) struct cache *cache = cache_create(gpu);
    if (cache && cache_prove(gpu, cache, &test->cache))
        return true;
    test->cache = (struct run_cache_proof){ 0 };
    snprintf(test->cache_trouble, sizeof(test->cache_trouble), "%s",
             gpu_failed(gpu) ? gpu_failure(gpu)->message : "no host memory");
    return !gpu_failed(gpu) || gpu_failure(gpu)->result == GPU_OUT_OF_MEMORY;
}

bool selftest_run(struct gpu *gpu, struct selftest *test)
{
    memset(test, 0, sizeof(*test));
    if (timer_measure(gpu, &test->timer) &&
        clock_measure(gpu, &test->timer, &test->spin, &test->clock) && cache_measure(gpu, test))
        return true;
    if (gpu_failure(gpu)->result != GPU_CLOCK)
        return false;
    const struct gpu_failure failure = *gpu_failure(gpu);
    memset(test, 0, sizeof(*test));
    memcpy(test->order_trouble, failure.message, sizeof(test->order_trouble));
    return true;
}

/* Proofs --------------------------------------------------------------------------------------- */

static const double spread_most = 0.1; /* well under the quarter at which samples are throttled */

static const struct {
    const char *name, *text;
} proofs[] = {
    { "timer", "stamps go forward, and an empty pair takes at least a tick" },
    { "order", "stamps never go backwards, and none are further apart than the host waited" },
    { "period", "a spin is as long by the device's clock as by the host's, within 1 %" },
    { "clock",
      "the quartiles of a probe are less than 10 % apart: a clock that is 25 % low shows" },
    { "core clock",
      "shaders read the clock of their core, steadily, where the device says that they can" },
    { "cold", "a read after a sweep is slower than after a read" },
    { "clean",
      "a read after a sweep is no slower than after reading alone: no dirty lines are billed" },
};

const char *selftest_proof_name(enum selftest_proof proof)
{
    return proofs[proof].name;
}

const char *selftest_proof_text(enum selftest_proof proof)
{
    return proofs[proof].text;
}

bool selftest_counts_on_host(enum selftest_proof proof)
{
    return proof == SELFTEST_ORDER || proof == SELFTEST_PERIOD;
}

bool selftest_holds(const struct selftest *test, enum selftest_proof proof, uint32_t features)
{
    const struct selftest_clock *clock = &test->clock;
    switch (proof) {
    case SELFTEST_TIMER:
        return test->timer.tick_ns > 0 && test->timer.empty_ns >= test->timer.tick_ns;
    case SELFTEST_ORDER: return !test->order_trouble[0];
    case SELFTEST_PERIOD: return timer_spin_holds(&test->spin);
    case SELFTEST_CLOCK: return clock->probe_ns > 0 && clock->probe_spread < spread_most;
    case SELFTEST_CORE:
        return !(features & GPU_SHADER_CLOCK) ||
               (clock->core_hz > 0 && clock->core_spread < spread_most);
    case SELFTEST_COLD: return test->cache.cold;
    case SELFTEST_CLEAN: return test->cache.clean;
    case SELFTEST_PROOF_COUNT: break;
    }
    return false;
}
