/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/overhead.h"

#include "harness/base/clock.h"

const char *overhead_phase_name(enum overhead_phase phase)
{
    static const char *const names[OVERHEAD_PHASE_COUNT] = {
        [OVERHEAD_WORKLOAD] = "workload", [OVERHEAD_UPLOAD] = "upload",
        [OVERHEAD_SETUP] = "setup",       [OVERHEAD_FIRST_CHECKS] = "first_checks",
        [OVERHEAD_CLOCK] = "clock",       [OVERHEAD_WARMUP] = "warmup",
        [OVERHEAD_ROUNDS] = "rounds",     [OVERHEAD_CHECKS] = "checks",
    };
    return names[phase];
}

static void bill(struct overhead *overhead)
{
    const double now_ns = clock_now_ns();
    if (overhead->since_ns > 0)
        overhead->ns[overhead->clock ? OVERHEAD_CLOCK : overhead->phase] +=
            now_ns - overhead->since_ns;
    overhead->since_ns = now_ns;
}

void overhead_enter(struct overhead *overhead, enum overhead_phase phase)
{
    bill(overhead);
    overhead->phase = phase;
    overhead->clock = false;
}

void overhead_step(struct overhead *overhead, bool at_case)
{
    if (overhead->clock == at_case)
        bill(overhead);
    overhead->clock = !at_case;
}

void overhead_move(struct overhead *overhead, enum overhead_phase from, enum overhead_phase to,
                   double ns)
{
    overhead->ns[from] -= ns;
    overhead->ns[to] += ns;
}

void overhead_end(struct overhead *overhead)
{
    bill(overhead);
    overhead->since_ns = 0;
}
