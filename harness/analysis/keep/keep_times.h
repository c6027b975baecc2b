/* SPDX-License-Identifier: MIT */
/* keep_times.h: whether the times of a run can be true; a part of keep.h. */
#ifndef CLAIMCHECK_HARNESS_ANALYSIS_KEEP_KEEP_TIMES_H
#define CLAIMCHECK_HARNESS_ANALYSIS_KEEP_KEEP_TIMES_H

#include "harness/record/run/run.h"

/* True when a sample took the device longer, by 1 % and two ticks, than the host waited for it;
 * `text` is then one line that names it. */
bool keep_times_clocks(const struct run *run, char *text, size_t bytes);

/* True when count, median, least or greatest of a case's times are not those of its samples, which
 * a summary has no longer; `text` is as above. */
bool keep_times_differ(const struct run *run, char *text, size_t bytes);

#endif
