/* SPDX-License-Identifier: MIT */
/* kept_folders.h: whether the folders of a run's techniques are those that others have. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_FOLDERS_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_FOLDERS_H

#include "harness/record/run/run.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * True where all files of the folders are those of techniques/ beside the executable, or else all
 * are those of the run's commit there: one call of git reads them. A run without such folders
 * passes. False with a line that names the first file that differs, and says where git, or the
 * commit, is missing, so that techniques/ alone was read.
 */
bool kept_folders_check(const struct run *run);

#endif
