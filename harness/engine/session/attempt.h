/* SPDX-License-Identifier: MIT */
/* attempt.h: one try at the cases of a group, and what came of it, as the run file has it. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_SESSION_ATTEMPT_H
#define CLAIMCHECK_HARNESS_ENGINE_SESSION_ATTEMPT_H

#include "harness/base/arena.h"
#include "harness/engine/measure/sampler.h"
#include "harness/record/run/run_session.h"

#include <jansson.h>

enum { ATTEMPT_MESSAGE_BYTES = PLAN_NAME_BYTES + RESULT_REASON_BYTES + 8 };

enum attempt_end {
    ATTEMPT_WHOLE,       /* every case is there */
    ATTEMPT_CUT,         /* the device or the process was lost: other cases want another try */
    ATTEMPT_INTERRUPTED, /* by SIGINT: other cases are for a resumed run */
    ATTEMPT_FAILED,      /* the run cannot go on; message says why */
};

struct attempt {
    enum attempt_end end;
    char message[ATTEMPT_MESSAGE_BYTES];
    bool unsupported;             /* FAILED, since nothing can be done on this device */
    json_t *workload;             /* as facts_json_workload(); NULL when there is none */
    struct run_overhead overhead; /* its phases and samples */
    bool timed;                   /* overhead is known: it was not cut short */
    struct arena *arena;          /* of what the cases point to */
    struct run_case *cases;       /* that have ended */
    size_t case_count, case_room;
    json_t *kernels; /* theirs, as kernel_json() has them, some more than once */
};

/* The cases live as long as the arena. */
void attempt_init(struct attempt *attempt, struct arena *arena);
void attempt_finish(struct attempt *attempt);

/* Adds a case and its kernels, unless it is there already. */
void attempt_add(struct attempt *attempt, const struct result *result);

/* Adds what the sampler yielded, and says how it ended. */
void attempt_take(struct attempt *attempt, const struct plan_group *group,
                  const struct sampler_results *outcome);

/* The first name in it, of workload or case, that is not the group's; NULL when all are. */
const char *attempt_strange(const struct attempt *attempt, const struct plan_group *group);

/* Writes the attempt as one object, for another process. */
json_t *attempt_json(const struct attempt *attempt);

/* Adds what such an object holds. False when it cannot be read. */
bool attempt_read(struct attempt *attempt, const json_t *object);

/* Ends a case that yielded nothing in a status. */
void attempt_fail_case(struct attempt *attempt, const struct plan_group *group, size_t index,
                       enum bench_status status, const char *reason);

#endif
