/* SPDX-License-Identifier: MIT */
/* plot_files.h: the scripts of show/plot/plot.h as files of a folder. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_PLOT_FILES_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_PLOT_FILES_H

#include "harness/record/run/run.h"

#include <jansson.h>

/* Of a run or of a trace; the other is NULL. `path` is what messages call it. Makes the folder, and
 * prints "wrote FILE" of each. Returns the exit code: 77 where there is nothing to draw. */
int plot_files_write(const struct run *run, const json_t *trace, const char *path,
                     const char *folder);

#endif
