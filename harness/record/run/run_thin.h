/* SPDX-License-Identifier: MIT */
/* run_thin.h: samples of a run, fewer. */
#ifndef CLAIMCHECK_HARNESS_RECORD_RUN_RUN_THIN_H
#define CLAIMCHECK_HARNESS_RECORD_RUN_RUN_THIN_H

#include "harness/record/run/run.h"

/*
 * Makes a summary of a run: at most so many samples of each case, 1 at least, and `summary`, which
 * says so. All else stays as it is of all samples. Those rounds stay whose number, its bits
 * reversed, is the least: they are spread evenly, and are the same ones for all cases of a group,
 * whose pairs so stay pairs. Several launches share the number, one at least. Of core clock and
 * canary the clock stays, which says the same.
 */
void run_thin(struct run *run, size_t samples_max);

#endif
