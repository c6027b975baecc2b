/* SPDX-License-Identifier: MIT */
/* progress.h: one line on the terminal while a run goes on; nothing when stderr is none, or a
 * dumb one. */
#ifndef CLAIMCHECK_HARNESS_CLI_SESSION_PROGRESS_H
#define CLAIMCHECK_HARNESS_CLI_SESSION_PROGRESS_H

#include "harness/engine/plan/plan.h"

#include <stdbool.h>
#include <time.h>

enum { PROGRESS_NUMBER_BYTES = 80 };

struct progress {
    bool enabled, drawn;
    bool throttled;    /* the device's clock is down */
    size_t case_count; /* that will be run */
    double seconds;    /* that all of it is thought to take */
    const struct plan_group *group;
    size_t cases_ended;                 /* before the group */
    uint32_t launch, launches;          /* from 0, that goes on; 0 and 1 launch are not said */
    char number[PROGRESS_NUMBER_BYTES]; /* that was measured last */
    time_t started, last;               /* seconds are enough for a rough guess */
};

/* `started` is when the first of them began. */
void progress_init(struct progress *progress, bool quiet, size_t case_count, double seconds,
                   time_t started);

/* The group that is run next, and how many cases have ended before it. */
void progress_group(struct progress *progress, const struct plan_group *group, size_t cases_ended);

/* The launch that goes on, from 0, and how many there are. */
void progress_launch(struct progress *progress, uint32_t launch, uint32_t launches);

/* A case of that variant has a median. */
void progress_number(struct progress *progress, const char *variant, double median_ns);

/* Serves as sampler_params.progress; the context is a struct progress. */
void progress_sample(void *context, const char *case_name, uint32_t round);

/* Serves as sampler_params.throttled. */
void progress_throttled(void *context, bool throttled);

/* Wipes the line, before anything else is printed. */
void progress_clear(struct progress *progress);

#endif
