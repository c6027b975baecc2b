/* SPDX-License-Identifier: MIT */
/* report_pictures.h: pictures for a page, drawn by the host as `inspect` would. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_REPORT_PICTURES_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_REPORT_PICTURES_H

#include "harness/bench.h"
#include "harness/record/run/run.h"
#include "harness/views/report/report.h"

struct report_pictures {
    struct report_picture *pictures; /* their own, with their bytes */
    size_t count;
};

/* Of each technique that the runs have a case of, and that has a portrait; a note where one cannot
 * be drawn here. False with a message where one fails; to be finished either way. */
bool report_pictures_draw(struct report_pictures *pictures, const struct run *const *runs,
                          size_t run_count, const struct technique *const *techniques);
void report_pictures_finish(struct report_pictures *pictures);

#endif
