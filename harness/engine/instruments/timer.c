/* SPDX-License-Identifier: MIT */
#include "harness/base/base.h"
#include "harness/base/need.h"
#include "harness/engine/instruments/instruments.h"
#include "harness/os/os.h"

#include <math.h>

enum { STAMPS = 32, ROUNDS = 16, FILL_BYTES = 1 << 16 };
enum { SPINS_MAX = 5 };

static const double spin_ns = 0.2e9, spin_tolerance = 0.01;

bool timer_measure(struct gpu *gpu, struct timer *timer)
{
    const double period_ns = gpu_info(gpu) ? gpu_info(gpu)->timestamp_period_ns : 1;
    double empty_ns[ROUNDS * STAMPS / 2];
    size_t count = 0;
    uint64_t divisor = 0;
    *timer = (struct timer){ .tick_ns = period_ns };
    OWNED_BY(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "timer", .bytes = FILL_BYTES });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    /* Pairs of stamps with nothing between them, as a sample has them, and a fill of varied length
     * between the pairs. */
    for (uint32_t slot = 0; slot < STAMPS; slot += 2) {
        gpu_commands_fill(commands, buffer, 0, FILL_BYTES / STAMPS * (slot + 1), slot);
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(commands, slot);
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(commands, slot + 1);
    }
    for (int round = 0; round < ROUNDS && gpu_commands_submit(commands); round++)
        for (uint32_t slot = 0; slot + 1 < STAMPS; slot++) {
            double ns;
            if (!gpu_commands_elapsed_ns(commands, slot, slot + 1, &ns))
                break;
            for (uint64_t rest = (uint64_t)llround(ns / period_ns); rest != 0;) { /* the greatest */
                const uint64_t next = divisor % rest;
                divisor = rest;
                rest = next;
            }
            if (slot % 2 == 0)
                empty_ns[count++] = ns;
        }
    if (gpu_failed(gpu) || count == 0)
        return false;
    timer->tick_ns = divisor > 0 ? (double)divisor * period_ns : period_ns;
    timer->empty_ns = stats_median(empty_ns, count);
    return true;
}

/* One stamp in a submission of its own, and when the host began and ended to wait for it. */
struct stamp {
    uint64_t ticks;
    double begin_ns, end_ns;
};

static bool stamp_take(struct gpu_commands *commands, struct stamp *stamp)
{
    stamp->begin_ns = clock_now_ns();
    if (!gpu_commands_submit(commands))
        return false;
    stamp->end_ns = clock_now_ns();
    return gpu_commands_stamp(commands, 0, &stamp->ticks);
}

/* The device's time; a counter of few bits may have begun anew some times. */
static double ticks_ns(const struct gpu_info *info, const struct stamp stamps[2])
{
    const uint32_t bits = info->timestamp_bits;
    const uint64_t ticks = stamps[1].ticks - stamps[0].ticks;
    const double period_ns = info->timestamp_period_ns, range_ns = ldexp(period_ns, (int)bits);
    const double middle_ns =
        (stamps[1].begin_ns + stamps[1].end_ns - stamps[0].begin_ns - stamps[0].end_ns) / 2;
    if (bits == 0 || bits >= 64)
        return (double)(int64_t)ticks * period_ns;
    const double ns = (double)(ticks & ((UINT64_C(1) << bits) - 1)) * period_ns;
    return ns + range_ns * round((middle_ns - ns) / range_ns);
}

bool timer_spin_measure(struct gpu *gpu, struct canary *canary, struct timer_spin *spin)
{
    OWNED_BY(gpu_scope_destroy) struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_commands *commands = gpu_commands_begin(scope);
    *spin = (struct timer_spin){ 0 };
    gpu_commands_timestamp(commands, 0);
    double width = INFINITY;
    for (int i = 0; i < SPINS_MAX && width >= 1 + spin_tolerance; i++) {
        struct stamp stamps[2];
        struct canary_reading reading;
        if (!stamp_take(commands, &stamps[0]) ||
            !(canary_raise(canary, spin_ns, spin_ns, &reading) > 0) ||
            !stamp_take(commands, &stamps[1]))
            return false;
        const double low_ns = stamps[1].begin_ns - stamps[0].end_ns;
        const double high_ns = stamps[1].end_ns - stamps[0].begin_ns;
        width = high_ns / low_ns;
        if (i == 0 || width < spin->host_high_ns / spin->host_low_ns)
            *spin = (struct timer_spin){ .device_ns = ticks_ns(gpu_info(gpu), stamps),
                                         .host_low_ns = low_ns,
                                         .host_high_ns = high_ns };
    }
    return !gpu_failed(gpu);
}

bool timer_spin_holds(const struct timer_spin *spin)
{
    return spin->host_low_ns > 0 && spin->device_ns >= spin->host_low_ns * (1 - spin_tolerance) &&
           spin->device_ns <= spin->host_high_ns * (1 + spin_tolerance);
}
