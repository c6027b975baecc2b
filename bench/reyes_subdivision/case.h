/* SPDX-License-Identifier: MIT */
/* case.h: a run as a case of a bench. The state of a case begins with its struct reyes_run. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_CASE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_CASE_H

#include "bench/reyes_subdivision/run.h"

static inline struct reyes_run *reyes_run(const struct bench_case *c)
{
    return c->state;
}

/* Callbacks of struct bench; bench_variant.data is a struct reyes_variant. */
bool reyes_case_setup(struct bench_case *c);
void reyes_case_record(struct bench_case *c, struct gpu_commands *commands);
bool reyes_case_drive(struct bench_case *c);
bool reyes_case_compute(struct bench_case *c);
void reyes_case_work(const struct bench_case *c, struct bench_work *work);
bool reyes_check(struct bench_case *c, enum bench_check check);

/* The check without what makes sense only where subdivision alone is timed. */
bool reyes_check_subdivision(struct bench_case *c, enum bench_check check);

/* What the run said becomes the case's status, unless `good`. Returns good. */
bool reyes_case_ended(struct bench_case *c, bool good);

extern const struct bench reyes_bound_and_split, reyes_modern, reyes_frame;

#endif
