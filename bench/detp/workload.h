/* SPDX-License-Identifier: MIT */
/* workload.h: the axes of `detp.estimate`, and the inputs at their points. */
#ifndef CLAIMCHECK_BENCH_DETP_WORKLOAD_H
#define CLAIMCHECK_BENCH_DETP_WORKLOAD_H

#include "harness/bench.h"

extern const struct bench_axis detp_axes[];
extern const struct bench_values *const detp_more_values[];

/* Callbacks of the bench; the state is a struct detp_input. */
bool detp_workload(struct bench_workload *workload);
bool detp_workload_upload(struct bench_workload *workload);

#endif
