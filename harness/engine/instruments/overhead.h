/* SPDX-License-Identifier: MIT */
/* overhead.h: where the wall time of a group goes. Samples are what it is spent for. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_OVERHEAD_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_OVERHEAD_H

#include "harness/record/run/run_session.h"

#include <stdbool.h>

struct overhead {
    struct run_overhead spent; /* its phases, samples, sampled_ns, excluded_ns */
    enum overhead_phase phase; /* that runs now, since */
    double since_ns;           /* 0: none */
    bool clock;                /* the clock is being brought up within it */
};

/* Ends the phase before, and begins one. */
void overhead_enter(struct overhead *overhead, enum overhead_phase phase);

/* Within a phase: work goes on at a case, or else the device's clock is brought up. */
void overhead_step(struct overhead *overhead, bool at_case);

/* Moves time that was billed to one phase to another one. */
void overhead_move(struct overhead *overhead, enum overhead_phase from, enum overhead_phase to,
                   double ns);

void overhead_end(struct overhead *overhead);

#endif
