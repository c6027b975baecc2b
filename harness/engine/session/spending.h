/* SPDX-License-Identifier: MIT */
/* spending.h: where the wall time of a run went, for session.overhead of the run file and for
 * --verbose. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_SPENDING_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_SPENDING_H

#include "harness/engine/instruments/overhead.h"

#include <jansson.h>

struct spending {
    double begin_ns; /* of the command */
    double first_ns; /* from there to the first case measured; 0: there is none yet */
    json_t *groups;  /* array, in the order of the tries */
    json_t *total;
};

/* One group's, as another process sends it. NULL when memory runs out. */
json_t *spending_overhead_json(const struct overhead *overhead);

/* False when memory runs out. */
bool spending_init(struct spending *spending, double begin_ns);
void spending_finish(struct spending *spending);

/* A case has been measured. */
void spending_number(struct spending *spending);

/* One try at a group took wall_ns; `overhead` is NULL when it was cut short. */
void spending_add(struct spending *spending, const char *workload_name, double wall_ns,
                  const json_t *overhead);

/* session.overhead so far. NULL when memory runs out. */
json_t *spending_json(const struct spending *spending);

/* A line per group and one for all, on stderr. */
void spending_print(const struct spending *spending);

#endif
