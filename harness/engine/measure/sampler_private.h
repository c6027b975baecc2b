/* SPDX-License-Identifier: MIT */
/* sampler_private.h: what the files of the sampler share. Nobody else includes it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_SAMPLER_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_SAMPLER_PRIVATE_H

#include "harness/engine/instruments/energy.h"
#include "harness/engine/instruments/timer.h"
#include "harness/engine/measure/sampler.h"
#include "harness/engine/measure/workload.h"

struct case_run;   /* harness/engine/measure/case.h */
struct host_cache; /* harness/engine/instruments/host_cache.h */
struct inputs;     /* harness/engine/measure/inputs.h */
struct probes;     /* harness/engine/measure/sampler_probes.c */

enum { SAMPLER_WINDOW_PROBES = 9 };

/* A window of the warm-up: all its cases, one behind the other. */
struct sampler_window {
    double probes_ns[SAMPLER_WINDOW_PROBES]; /* the last ones */
    size_t count;
    double turn_ns; /* what the cases took; 0 of their trials */
};

/* One group while it runs. */
struct sampler_group {
    const struct sampler_params *params;
    const struct plan_group *plan;
    struct sampler_results *outcome;
    struct bench_workload *workload;
    struct case_run **runs;      /* NULL: ended */
    size_t ahead;                /* so many cases are set up behind the one that is checked */
    bool *sampling;              /* still wants samples */
    double *typical_ns;          /* of an execution, as tried */
    struct sampler_window tried; /* the trials of those that are warmed up */
    struct timer timer;
    struct canary *canary; /* NULL: samples have no clock */
    bool cold;             /* which cases are sampled: cold ones, or all others */
    struct cache *cache;   /* NULL: the group has no cold case, or there is no memory for a sweep */
    char cache_trouble[GPU_MESSAGE_BYTES];
    struct host_cache *host_cache; /* likewise, for those of kind CPU */
    struct inputs *inputs;         /* NULL: the group has no twins */
    struct workload_others others; /* made for its first check case */
    struct probes *probes;         /* NULL: no case has one */
    struct energy_sum energy;      /* read beside the rounds, */
    double energy_read_ns;         /* when it was last, */
    unsigned energy_limits;        /* and what held the clock back then */
    bool clock_stays_low;          /* the last load did not bring it up */
    double load_ns;                /* wall time of loads beside the host's work, as yet uncounted */
    double throttled_ns; /* wall time that throttled rounds have cost in pauses and loads */
    size_t *order;
    uint64_t random;
};

/* True when no more of the group is to be run: the device is gone, or the run was interrupted. */
bool sampler_group_stopped(const struct sampler_group *group);
bool sampler_group_interrupted(const struct sampler_group *group);

/* True when the case has not ended, and is of the cache mode that is sampled. */
bool sampler_group_samples(const struct sampler_group *group, size_t i);

/* Ends a case that is in another status than ok. */
void sampler_group_drop(struct sampler_group *group, size_t i);

/* Says which case works next; i past the last: none does. */
void sampler_group_announce(const struct sampler_group *group, size_t i, uint32_t round);

/*
 * What sweeps for the cold cases of the group: on the device, and of kind CPU on the host. Where
 * there is no memory for it the device stays usable, and the hot cases run.
 */
void sampler_cache_start(struct sampler_group *group);

/* False when the case is cold and there is nothing to sweep with: it has then ended. */
bool sampler_cache_is_ready(const struct sampler_group *group, size_t i);

/* Time of a sweep before the case. */
double sampler_cache_sweep_ns(const struct sampler_group *group, size_t i);

/* The proofs that cold is cold, at the clock that the rounds will have. */
void sampler_cache_check(struct sampler_group *group);

/* After the upload: keeps what twins must not change, in a group that has any. */
void sampler_twins_start(struct sampler_group *group);

/* True when the set-up of the case before, which a twin has in common, asks for none of its files;
 * unknown, and false, when that case has ended. */
bool sampler_twins_idle(const struct sampler_group *group, size_t i);

/* After the first check of any case: a twin that wrote what its original leaves alone has failed,
 * and what was spoiled is put right for the next case. */
void sampler_twins_checked(struct sampler_group *group, size_t i);

/* Between samples, and behind them: when an input is not what it was, no case that had it has a
 * time; those whose kernels may write it are to blame. True where that was so: these have ended. */
bool sampler_inputs_spoilt(struct sampler_group *group);

/*
 * Behind the first checks: a probe for each case that is to have one, checked. Cases that declare
 * the same bytes in the same cache mode share it. One that cannot be is a reason in their results.
 */
void sampler_probes_start(struct sampler_group *group);

/* How many there are; their indices in an order of rounds are behind those of the cases. */
size_t sampler_probes_count(const struct sampler_group *group);

/* True when probe k wants a sample in this round: some are enough, and together they cost but a
 * share of what the cases do. */
bool sampler_probes_want(const struct sampler_group *group, size_t k);

/* A sample of probe k. One that fails has no samples any more. */
void sampler_probes_sample(struct sampler_group *group, size_t k, uint32_t round, uint32_t order);

/* Behind a round: whether a sample of it was throttled. */
void sampler_probes_mark(struct sampler_group *group, uint32_t round, bool throttled);

/* Behind the last round: checks them again, hands out what they have, and gives their memory back,
 * which the last checks of the cases may want. */
void sampler_probes_end(struct sampler_group *group);

/* Behind a round of so many entries: reads the meter of the device, at most five times a second,
 * and says whether the device holds its clock back, for a reason that marks the round. */
bool sampler_energy_beside(struct sampler_group *group, uint32_t round);

/* Behind the last checks: the energy of each case that is left. */
void sampler_energy_run(struct sampler_group *group);

/* Loads the device while the host makes the workload, or tries its cases, and nothing of the device
 * is timed; sampler_clock_raise() goes on. */
void sampler_clock_load_begin(struct sampler_group *group);
void sampler_clock_load_end(struct sampler_group *group);

/* Set-up and checks keep the host busy, and an idle device lowers its clock: a load brings it up
 * again. */
void sampler_clock_raise(struct sampler_group *group);

/*
 * Before a round of cases on the device: a load when the clock has sagged, unless the last one did
 * not help; after so many rounds in a row with a throttled sample, a pause and a load, as long as
 * the rules allow.
 */
void sampler_clock_keep(struct sampler_group *group, uint32_t throttled);

/* Cases of the host and long ones need no warm-up beyond their trial, and say nothing of the
 * device's clock. */
bool sampler_clock_warms(const struct sampler_group *group, size_t i);

void sampler_window_add(struct sampler_window *window, const struct canary_reading *clock);

/* Tries the cases: those of the host first, then, at a clock that is up, the others. */
void sampler_try(struct sampler_group *group);

/* Settles how each case is sampled. */
void sampler_settle(struct sampler_group *group);

/* All such cases in turn, until the clock is steady from one turn to the next, or from the trials
 * on. */
void sampler_clock_warm_up(struct sampler_group *group);

/* A sample of every case that wants one, in rounds, until none does. */
void sampler_rounds_run(struct sampler_group *group);

#endif
