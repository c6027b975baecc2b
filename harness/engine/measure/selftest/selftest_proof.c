/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/selftest/selftest.h"

static const double spread_most = 0.1; /* well under the quarter at which samples are throttled */

const char *selftest_proof_name(enum selftest_proof proof)
{
    static const char *const names[] = { "timer",      "order", "period", "clock",
                                         "core clock", "cold",  "clean" };
    return names[proof];
}

const char *selftest_proof_text(enum selftest_proof proof)
{
    static const char *const texts[] = {
        "stamps go forward, and an empty pair takes at least a tick",
        "stamps never go backwards, and none are further apart than the host waited",
        "a spin is as long by the device's clock as by the host's, within 1 %",
        "the quartiles of a probe are less than 10 % apart: a clock that is 25 % low shows",
        "shaders read the clock of their core, steadily, where the device says that they can",
        "a read after a sweep is slower than after a read",
        "a read after a sweep is no slower than after reading alone: no dirty lines are billed",
    };
    return texts[proof];
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
