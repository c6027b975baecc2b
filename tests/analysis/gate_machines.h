/* SPDX-License-Identifier: MIT */
/* gate_machines.h: machines whose noise is known, for tests of how often the gate errs. */
#ifndef CLAIMCHECK_TESTS_ANALYSIS_GATE_MACHINES_H
#define CLAIMCHECK_TESTS_ANALYSIS_GATE_MACHINES_H

#include "tests/draw.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All of logarithms of times; 0.01 is 1 %. */
struct gate_machine {
    const char *name;
    double jitter;                               /* standard deviation, independent */
    double spike_share, spike_tail, spike_shape; /* Pareto's, upwards alone */
    double wander, wander_samples;               /* Ornstein and Uhlenbeck's, and its time */
    double ramp;                                 /* warms up by at most so much */
    double slow, slow_samples;                   /* now and then so much slower, for so long */
    double launch;      /* standard deviation of what a process draws for either side */
    double found_least; /* of 5 % slower ones, the share that must be called slower */
};

/* The scenarios of the rule's derivation; `ramp` wears off within some 30 samples. */
static const struct gate_machine gate_machines[] = {
    /* name, jitter; spikes: share, tail, shape; wander, for; ramp; slow, for; launch; found */
    { "quiet", .005, .01, .02, 2.5, 0, 0, 0, 0, 0, 0, .99 },
    { "heavy tails", .015, .08, .03, 1.5, 0, 0, 0, 0, 0, 0, .95 },
    { "drift", .01, .03, .02, 2.5, .02, 50, 0, 0, 0, 0, .97 },
    { "warm-up", .008, .03, .02, 2.5, 0, 0, .10, 0, 0, 0, .97 },
    { "throttled", .008, .03, .02, 2.5, 0, 0, 0, .12, 25, 0, .95 },
    { "launches differ by 1 %", .008, .03, .02, 2.5, 0, 0, 0, 0, 0, .01, .90 },
    { "shared", .012, .06, .03, 1.5, .015, 50, 0, .08, 25, .008, .80 },
    { "launches differ by 2 %", .008, .03, .02, 2.5, 0, 0, 0, 0, 0, .02, 0 },
    { "launches differ by 3 %", .008, .03, .02, 2.5, 0, 0, 0, 0, 0, .03, 0 },
};

enum { GATE_MACHINES = sizeof(gate_machines) / sizeof(*gate_machines) };

/* Where a machine is; samples go on from launch to launch. */
struct gate_moment {
    const struct gate_machine *machine;
    uint64_t random;
    double wander, ramp;
    bool slow;
};

static inline struct gate_moment gate_moment_first(const struct gate_machine *machine,
                                                   uint64_t seed)
{
    struct gate_moment moment = { .machine = machine, .random = seed };
    moment.wander = machine->wander * draw_normal(&moment.random);
    moment.ramp = machine->ramp * draw_uniform(&moment.random);
    moment.slow = draw_uniform(&moment.random) < 0.5;
    return moment;
}

static inline double gate_sample_draw(struct gate_moment *moment)
{
    const struct gate_machine *machine = moment->machine;
    uint64_t *random = &moment->random;
    double value = machine->jitter * draw_normal(random);
    if (draw_uniform(random) < machine->spike_share)
        value += log1p(machine->spike_tail * pow(draw_uniform(random), -1 / machine->spike_shape));
    if (machine->wander_samples > 0) {
        const double keep = exp(-1 / machine->wander_samples);
        moment->wander =
            keep * moment->wander + machine->wander * sqrt(1 - keep * keep) * draw_normal(random);
    }
    moment->ramp *= 1 - 1.0 / 30;
    if (machine->slow_samples > 0 && draw_uniform(random) < 1 / machine->slow_samples)
        moment->slow = !moment->slow;
    return value + moment->wander - moment->ramp + (moment->slow ? machine->slow : 0);
}

#endif
