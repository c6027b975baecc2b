/* SPDX-License-Identifier: MIT */
#include "harness/engine/instruments/instruments.h"
#include "harness/os/os.h"

static void bill(struct overhead *overhead)
{
    const double now_ns = clock_now_ns();
    if (overhead->since_ns > 0)
        overhead->spent.phases_ns[overhead->clock ? OVERHEAD_CLOCK : overhead->phase] +=
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
    overhead->spent.phases_ns[from] -= ns;
    overhead->spent.phases_ns[to] += ns;
}

void overhead_end(struct overhead *overhead)
{
    bill(overhead);
    overhead->since_ns = 0;
}
