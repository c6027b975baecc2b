/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/timer.h"

#include "harness/base/stats.h"

#include <math.h>

enum { STAMPS = 32, ROUNDS = 16, FILL_BYTES = 1 << 16 };

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Pairs of stamps with nothing between them, as a sample has them, and a fill of varied length
 * between the pairs. */
static void record(struct gpu_commands *commands, struct gpu_buffer *buffer)
{
    for (uint32_t slot = 0; slot < STAMPS; slot += 2) {
        gpu_commands_fill(commands, buffer, 0, FILL_BYTES / STAMPS * (slot + 1), slot);
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(commands, slot);
        gpu_commands_barrier(commands, GPU_ACCESS_ALL, GPU_ACCESS_ALL);
        gpu_commands_timestamp(commands, slot + 1);
    }
}

bool timer_measure(struct gpu *gpu, struct timer *timer)
{
    const double period_ns = gpu_info(gpu) ? gpu_info(gpu)->timestamp_period_ns : 1;
    double empty_ns[ROUNDS * STAMPS / 2];
    size_t count = 0;
    uint64_t divisor = 0;
    *timer = (struct timer){ .tick_ns = period_ns };
    struct gpu_scope *scope = gpu_scope_create(gpu);
    struct gpu_buffer *buffer = gpu_buffer_create(
        scope, &(struct gpu_buffer_params){ .name = "timer", .bytes = FILL_BYTES });
    struct gpu_commands *commands = gpu_commands_begin(scope);
    record(commands, buffer);
    for (int round = 0; round < ROUNDS && gpu_commands_submit(commands); round++)
        for (uint32_t slot = 0; slot + 1 < STAMPS; slot++) {
            double ns;
            if (!gpu_commands_elapsed_ns(commands, slot, slot + 1, &ns))
                break;
            divisor = greatest_divisor((uint64_t)llround(ns / period_ns), divisor);
            if (slot % 2 == 0)
                empty_ns[count++] = ns;
        }
    gpu_scope_destroy(&scope);
    if (gpu_failed(gpu) || count == 0)
        return false;
    timer->tick_ns = divisor > 0 ? (double)divisor * period_ns : period_ns;
    timer->empty_ns = stats_median(empty_ns, count);
    return true;
}
