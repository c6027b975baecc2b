/* SPDX-License-Identifier: MIT */
/* check_points.h: what becomes of cases that are verified and never timed, and of the timed cases
 * of a variant that is wrong there. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_CHECK_POINTS_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_CHECK_POINTS_H

#include "harness/engine/session/attempt.h"
#include "harness/record/run/run.h"

/* Failures at check points of a session: its cases are in memory of the run. */
struct check_failures {
    struct run_case *cases;
    size_t count, room;
};

/* Takes over the check points of an attempt at which something went wrong, and unless `kept` takes
 * all of them out of it: the run file says so at the timed cases alone. */
void check_points_take(struct check_failures *failures, const struct plan_group *group,
                       struct attempt *attempt, bool kept);

/* Ends each timed case of the group whose variant, or twin, is among the failures, as that, unless
 * the run has the case. */
void check_points_refuse(const struct check_failures *failures, const struct run *run,
                         const struct plan_group *group, struct attempt *attempt);

void check_failures_finish(struct check_failures *failures);

#endif
