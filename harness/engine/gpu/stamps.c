/* SPDX-License-Identifier: MIT */
#include "harness/engine/gpu/private.h"
#include "harness/os/clock.h"

/* Tolerance by which the device's time may exceed the host's. Clocks drift apart, and a counter may
 * advance in large steps, which are no longer than the shortest time it has reported. */
static const double share_over = 0.01, tick_ns_most = 2e6;

double gpu_host_now_ns(void)
{
    return clock_now_ns();
}

VkTimeDomainEXT gpu_host_time_domain(void)
{
    return clock_counts_ticks ? VK_TIME_DOMAIN_QUERY_PERFORMANCE_COUNTER_EXT
                              : VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
}

static uint64_t stamp_mask(const struct gpu *gpu)
{
    const uint32_t bits = gpu->info.timestamp_bits;
    return bits == 0 || bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static void fail(struct gpu *gpu, uint64_t ticks, double waited_ns)
{
    const double period_ns = gpu->info.timestamp_period_ns;
    const uint64_t mask = stamp_mask(gpu);
    if (ticks > mask / 2)
        gpu_fail_format(gpu, GPU_CLOCK,
                        "the device's clock went back by %.4g ms between two timestamps: update "
                        "its driver, and see `claimcheck selftest`",
                        1e-6 * period_ns * ((double)(mask - ticks) + 1));
    else
        gpu_fail_format(gpu, GPU_CLOCK,
                        "the device's timestamps say %.4g ms, the host waited %.4g ms for all of "
                        "it: update its driver, and see `claimcheck selftest`",
                        1e-6 * period_ns * (double)ticks, 1e-6 * waited_ns);
}

bool gpu_stamps_elapsed(struct gpu *gpu, const uint64_t stamps[2], double waited_ns,
                        double *elapsed_ns)
{
    const double period_ns = gpu->info.timestamp_period_ns;
    const uint64_t ticks = (stamps[1] - stamps[0]) & stamp_mask(gpu);
    if (gpu->info.timestamp_bits == 0) {
        *elapsed_ns = (double)ticks;
        return true;
    }
    if (ticks > 0 && (gpu->stamp_step == 0 || ticks < gpu->stamp_step))
        gpu->stamp_step = ticks;
    const double step_ns = (double)gpu->stamp_step * period_ns;
    const double over_ns = 2 * (step_ns < tick_ns_most ? step_ns : tick_ns_most);
    *elapsed_ns = (double)ticks * period_ns;
    if (*elapsed_ns >= 0 && *elapsed_ns <= (1 + share_over) * waited_ns + over_ns)
        return true;
    fail(gpu, ticks, waited_ns);
    *elapsed_ns = 0;
    return false;
}
