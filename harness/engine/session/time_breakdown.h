/* SPDX-License-Identifier: MIT */
/* time_breakdown.h: where the wall time of a run went, for session.overhead of the run file and for
 * --verbose. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_TIME_BREAKDOWN_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_TIME_BREAKDOWN_H

#include "harness/base/arena.h"
#include "harness/record/run/run_session.h"

struct time_breakdown {
    double begin_ns;           /* of the command */
    double first_ns;           /* from there to the first case measured; 0: there is none yet */
    struct arena *arena;       /* of the groups */
    struct run_overhead total; /* its groups are in the order of the tries */
    size_t group_room;
};

/* A case has been measured. */
void time_breakdown_number(struct time_breakdown *spending);

/* One try at a group took wall_ns; `overhead` is NULL when it was cut short. The name is kept as it
 * is. */
void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const struct run_overhead *overhead);

/* session.overhead so far. */
struct run_overhead time_breakdown_so_far(const struct time_breakdown *spending);

/* A line per group and one for all, on stderr. */
void time_breakdown_print(const struct time_breakdown *spending);

#endif
