/* SPDX-License-Identifier: MIT */
/*
 * sampler.h: the only loop and the only clock.
 *
 * One group: workload, upload; then per case set-up, some of them ahead, and the first check; then
 * rounds, each a sample of every case that is still running, in seeded random order; then the check
 * again, of the very commands that were timed.
 */
#ifndef CLAIMCHECK_HARNESS_ENGINE_MEASURE_SAMPLER_H
#define CLAIMCHECK_HARNESS_ENGINE_MEASURE_SAMPLER_H

#include "harness/engine/instruments/canary.h"
#include "harness/engine/instruments/overhead.h"
#include "harness/engine/instruments/probe.h"
#include "harness/engine/measure/result.h"
#include "harness/record/sampler_rules.h"

#include <signal.h>

struct facts;         /* harness/base/facts.h */
struct energy_meters; /* harness/engine/instruments/energy.h */
struct input_cache;   /* harness/engine/measure/input_cache.h */

/* The rules of a profile; software devices get smaller caps. */
struct sampler_rules sampler_rules_for(enum bench_profile profile, bool software);

/* Sets the rules for verdicts: few points of many figures, with wall times that are known well
 * enough. */
void sampler_rules_of_claims(struct sampler_rules *rules);

/*
 * Lets each of several launches take its share of the samples that one process would take. Fewer
 * than six launches still have intervals of their own, of two independent medians too; of six and
 * more the medians alone count. Of 0 or 1 launch nothing changes.
 */
void sampler_rules_of_launches(struct sampler_rules *rules, uint32_t launches);

/*
 * Why a case needs no more samples; NONE when it does. Asked behind whole rounds, so that all pairs
 * exist. `baseline` is what its ratio is against, where it is sampled in the same rounds; NULL, the
 * case itself, or one that has failed: the median alone decides. For the sake of a ratio alone no
 * baseline is sampled beyond a cap of its own, or that of sampler_pairs_rule(): the case then ends
 * by the same cap.
 */
enum result_stop sampler_stop_rule(const struct sampler_rules *rules, const struct result *result,
                                   const struct result *baseline);

/* How many samples a slow or a long execution gets, where their number is not given; 0: others. */
uint32_t sampler_long_rule(const struct sampler_rules *rules, double execution_ns);

/* Whether the execution of a first check is long enough to be the first sample. */
bool sampler_first_rule(const struct sampler_rules *rules, double first_ns);

/*
 * True when a baseline that needs no more samples itself gets none for the pairs of others either:
 * it is long, or has had as much time as a case of its kind may have.
 */
bool sampler_pairs_rule(const struct sampler_rules *rules, const struct result *baseline);

/*
 * Executions of a sample: the least power of two with which one of the shortest case is ticks_min
 * ticks long, but no more than `most`, and not so many that one of the longest is longer than
 * inner_ns_max. tick_ns 0: there is no timer.
 */
uint32_t sampler_repetitions(const struct sampler_rules *rules, double tick_ns, double shortest_ns,
                             double longest_ns, uint32_t most);

struct sampler_params {
    struct gpu *gpu;
    uint64_t seed;
    uint32_t launch; /* from 0: each has an order of rounds of its own */
    struct sampler_rules rules;
    uint32_t ahead; /* set-ups that may come before the first check of the case in front of them:
                       their kernels compile side by side. 0: one case after the other, so that
                       whatever a driver does is done for the case that was announced last */
    enum probe_wanted probes;     /* which cases have a yardstick in their rounds */
    struct input_cache *shelf;    /* what groups share; NULL: nothing */
    struct canary_state *canary;  /* kept over all groups of a run; NULL: samples have no clock */
    struct energy_meters *energy; /* kept likewise; NULL: nobody asked for energy */
    const volatile sig_atomic_t
        *interrupted; /* non-zero: end the current group, keep its samples; may be NULL */
    /* Before each step of a case: round 0 is its set-up; "" for a step that is no case's. May be
     * NULL. */
    void (*progress)(void *context, const char *case_name, uint32_t round);
    /* A case has ended in another status than ok, at once. May be NULL. */
    void (*ended)(void *context, const struct result *result);
    /* The last round held a throttled sample, or no longer does. May be NULL. */
    void (*throttled)(void *context, bool throttled);
    void *progress_context; /* of all three */
};

struct sampler_results {
    struct result *results; /* one per case of the group, in its order; malloc'ed */
    size_t count;
    struct bench_workload *workload; /* host part; NULL when it could not be built */
    const struct facts *facts;       /* of the workload, and as long-lived; NULL without one */
    bool workload_failed; /* the input cannot be used: the caller ends the run with exit code 99 */
    char message[RESULT_REASON_BYTES];
    bool device_unusable; /* lost or timed out: make the device anew before the next group; the
                             cases that another one's loss left unmeasured are skipped */
    struct overhead overhead;
    bool interrupted; /* results without samples were not measured and belong into a resumed run */
};

/* Never fails as such: every case ends in a status. */
void sampler_group_run(const struct sampler_params *params, const struct plan_group *group,
                       struct sampler_results *outcome);
void sampler_results_finish(struct sampler_results *outcome);

#endif
