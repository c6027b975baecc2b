/* SPDX-License-Identifier: MIT */
/* time_breakdown.h: where the wall time of a run went, for session.overhead of the run file and for
 * --verbose. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_TIME_BREAKDOWN_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_TIME_BREAKDOWN_H

#include "harness/engine/instruments/overhead.h"

#include <jansson.h>

struct time_breakdown {
    double begin_ns; /* of the command */
    double first_ns; /* from there to the first case measured; 0: there is none yet */
    json_t *groups;  /* array, in the order of the tries */
    json_t *total;
};

/* One group's, as another process sends it. NULL when memory runs out. */
json_t *time_breakdown_overhead_json(const struct overhead *overhead);

/* False when memory runs out. */
bool time_breakdown_init(struct time_breakdown *spending, double begin_ns);
void time_breakdown_finish(struct time_breakdown *spending);

/* A case has been measured. */
void time_breakdown_number(struct time_breakdown *spending);

/* One try at a group took wall_ns; `overhead` is NULL when it was cut short. */
void time_breakdown_add(struct time_breakdown *spending, const char *workload_name, double wall_ns,
                        const json_t *overhead);

/* session.overhead so far. NULL when memory runs out. */
json_t *time_breakdown_json(const struct time_breakdown *spending);

/* A line per group and one for all, on stderr. */
void time_breakdown_print(const struct time_breakdown *spending);

#endif
