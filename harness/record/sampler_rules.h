/* SPDX-License-Identifier: MIT */
/* sampler_rules.h: when sampling starts and stops, as the sampler takes it and the file of a run
 * says. INFINITY: no such bound. */
#ifndef CLAIMCHECK_HARNESS_RECORD_SAMPLER_RULES_H
#define CLAIMCHECK_HARNESS_RECORD_SAMPLER_RULES_H

#include <stdint.h>

struct sampler_rules {
    uint32_t samples_min, samples_max; /* equal: so many, however long they take */
    double target_width;     /* half-width of a 95 % interval over its middle at which a case has
                                converged: of its median, and of its ratio to the baseline */
    double gpu_ns_min;       /* measured time that a case needs before it may converge */
    double case_wall_ns_max; /* cap on the wall time of one case, untimed executions and all */
    double host_wall_ns_max; /* the same, with samples_min samples at least, for a case that is
                                judged by wall time, and for a cold one, which is sweeps mostly */
    double ceiling_ns_max;   /* the same, where what it measures is a ceiling */
    double slow_ns; /* an execution that takes at least this gets 6 samples, which is how many an
                       interval needs, and its first check is its trial and its warm-up; 0: none. Of
                       a profile: as long as six of them reach host_wall_ns_max */
    double long_ns; /* likewise, and long_samples; of a profile: as long as three of them reach
                       case_wall_ns_max */
    uint32_t long_samples;
    uint32_t fresh;        /* executions over poison beside the samples, and in no file */
    uint32_t slow_samples; /* in place of the 6 of slow_ns, and in no file; 0: 6 */
    double first_ns;     /* a first check's execution of at least this is the first sample of a long
                        case: what an execution costs but once, such as pages of memory, is little
                        beside it; 0: none is */
    double wall_width;   /* half-width, as target_width, of the wall time of a case of kind GPU
                        beside others that are judged by it, at which it has converged, too, or
                        else at host_wall_ns_max; 0: that is not asked */
    double raise_ns_min; /* load that brings the clock up, before the first group, at least, unless
                            the core clock is seen to rise by half and to stand */
    double raise_ns_max; /* and before any group or round, at most; 0: never */
    double throttle_share;  /* a sample whose clock is under this share of the highest seen is
                                throttled; 0: none is */
    double throttle_ns_max; /* wall time of a group for pauses and loads after throttled rounds */
    double warmup_ns_max;
    double warmup_change; /* relative change of the canary between turns of all cases at which
                             warm-up ends; of the turns themselves where there is no canary */
    double ticks_min;     /* a sample is at least this many timer periods long */
    double inner_ns_max;  /* inner repetitions never make a sample longer than this */
    double prime_ns_max;  /* before a hot sample of a case whose execution takes at most this comes
                             an untimed one of the same case */
};

#endif
