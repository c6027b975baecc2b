/* SPDX-License-Identifier: MIT */
/*
 * ab_traces.h: a timeline of either side, of the rows that are slower. Each is taken by
 *
 *   CMD trace --filter RE --seed S --out FILE --quiet [--profile P]
 *
 * and is a diagnosis: what cannot be had is not there, and changes no verdict.
 */
#ifndef CLAIMCHECK_HARNESS_CLI_AB_AB_TRACES_H
#define CLAIMCHECK_HARNESS_CLI_AB_AB_TRACES_H

#include "harness/analysis/gate/trace_pair.h"
#include "harness/cli/ab/ab_session.h"

struct ab_traces {
    struct trace_pair pair; /* no cases where there is none of both sides */
    json_t *documents[TRACE_SIDES];
};

/* Of two builds alone: `trace` takes no kernels of a folder. Within what the session has left of
 * its budget, and a minute a side. ab_traces_finish() is due in any case. */
void ab_traces_take(struct ab_traces *traces, const struct ab_params *params,
                    const struct ab_session *session);
void ab_traces_finish(struct ab_traces *traces);

#endif
