/* SPDX-License-Identifier: MIT */
/*
 * ab_session.h: old against new by fresh processes in turns: A B, B A, A B, ...
 *
 * A launch is a process of either side, which measure the same rows with the same seed; the next
 * one has another seed, and only those rows that need it. What was slower is then measured once
 * more, from the start. Each process is started as
 *
 *   CMD run --samples 5 --seed S --filter RE --out FILE [--profile P] --no-ceilings --quiet
 *           [--repetitions-of FILE]
 *
 * and is to write a run file; whatever does may stand in for a build. The last option is there from
 * the second process on: the first one has decided how often a sample executes, for all of them.
 *
 * Two sessions on one device take turns (device_lock.h), but on a software device.
 *
 * Of old kernels a launch is one process, which has --kernel NAME=FILE for each that differs, and
 * takes samples of both in its rounds, one after the other in random order.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_SESSION_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_SESSION_H

#include "harness/analysis/gate/gate_limits.h"
#include "harness/analysis/gate/gate_self.h"
#include "harness/engine/session/device_lock.h"
#include "harness/engine/shaders/kernel_folder.h"

#include <stdint.h>

struct ab_params {
    const char *commands[2]; /* CMD of A, the old side, and of B: words as a shell splits them */
    const struct kernel_folder *kernels; /* the old side, B's command that of both; NULL: A's is */
    const char *filter;  /* extended regular expression on names of cases; NULL: all */
    const char *profile; /* NULL: as each side decides */
    const char *device;  /* as `run` takes it; NULL: the best */
    struct gate_rule rule;
    const char *const *control_kernels; /* those of the rule's controls, one each */
    double theta;                       /* that of the rule, where somebody asked for it; 0 */
    uint64_t seed;
    double budget_s; /* after which nothing is measured any more; 0: none */
    bool quiet;      /* says nothing of how far it is */
    /* That the sides are likely to choose, so that none measures before its lock is held; their
     * runs say which it was. NULL: nobody knows. */
    const struct gpu_info *likely;
    bool no_wait; /* for another session on the device */
};

struct ab_session {
    struct gate_rows rows;
    struct run *runs[2]; /* of the first launch, which the rows point to; old, new; of old
                            kernels the same one twice */
    size_t launches;     /* of the first sitting, and of the second */
    size_t launches_again;
    double seconds;
    bool late; /* the budget was used up */
    struct device_lock lock;
};

/*
 * Measures all of it. EXIT_CODE_OK: the rows have their verdicts, none is open. Otherwise, with a
 * one-line message, EXIT_CODE_NOTHING where a side could measure nothing, or EXIT_CODE_UNTRIED: a
 * filter that selects nothing, a side that crashed, a file that cannot be read, sides that cannot
 * be held against each other, an interruption, another session that nobody is to wait for.
 * ab_session_finish() is due either way; until then the device is locked.
 */
int ab_session_run(struct ab_session *session, const struct ab_params *params);
/*
 * One build in fresh processes, one a launch: commands[0]. As many as the budget has time for, but
 * at least GATE_SELF_LAUNCHES_MIN and at most GATE_SELF_LAUNCHES_MAX. `self`, all 0, is to be
 * finished either way. Returns as ab_session_run() does.
 */
int ab_session_self(struct gate_self *self, const struct ab_params *params, double *seconds);

void ab_session_finish(struct ab_session *session);

#endif
