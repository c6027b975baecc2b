/* SPDX-License-Identifier: MIT */
/* overhead.h: where the wall time of a group goes. Samples are what it is spent for. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_OVERHEAD_H
#define CLAIMCHECK_HARNESS_ENGINE_INSTRUMENTS_OVERHEAD_H

#include <stdbool.h>
#include <stdint.h>

enum overhead_phase {
    OVERHEAD_WORKLOAD,     /* input and reference's answer, on the host */
    OVERHEAD_UPLOAD,       /* of what all cases share; the device's timer and canary */
    OVERHEAD_SETUP,        /* of the cases: their buffers, and what the driver makes of kernels */
    OVERHEAD_FIRST_CHECKS, /* an execution of each, and its output against the answer */
    OVERHEAD_CLOCK,        /* loads that bring the device's clock up */
    OVERHEAD_WARMUP,       /* executions that are not kept, and the choice of repetitions */
    OVERHEAD_ROUNDS,       /* samples, and what lies between them */
    OVERHEAD_CHECKS,       /* after the samples, and what is freed */
    OVERHEAD_PHASE_COUNT,
};

/* "workload", "setup", ...; static storage. */
const char *overhead_phase_name(enum overhead_phase phase);

struct overhead {
    double ns[OVERHEAD_PHASE_COUNT];
    double sampled_ns; /* wall time of all samples kept; part of ROUNDS */
    double aside_ns;   /* probes, sweeps and untimed executions beside them; part of ROUNDS */
    uint64_t samples;
    enum overhead_phase phase; /* that runs now, since */
    double since_ns;           /* 0: none */
    bool clock;                /* the clock is being brought up within it */
};

/* Ends the phase before, and begins one. */
void overhead_enter(struct overhead *overhead, enum overhead_phase phase);

/* Within a phase: work goes on at a case, or else the device's clock is brought up. */
void overhead_step(struct overhead *overhead, bool at_case);

/* What was billed to one phase belongs to another one. */
void overhead_move(struct overhead *overhead, enum overhead_phase from, enum overhead_phase to,
                   double ns);

void overhead_end(struct overhead *overhead);

#endif
