/* SPDX-License-Identifier: MIT */
/* kept_run.h: names of devices for what is kept of them: runs in results/runs, rows of evidence in
 * results/cards. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_RUN_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_RUN_H

#include "harness/base/text.h"
#include "harness/record/run/run.h"

#define KEPT_RUN_FOLDER "results/runs"

/* Adds "nvidia-h100-80gb-hbm3, nvidia-h200": of which devices there are runs that kept_run_find()
 * takes; nothing without any. */
void kept_run_devices(struct text *text);

/*
 * The file or folder "<folder>/<device><ending>" of a device, malloc'ed. `device` is its name there
 * or a part of it, or words that make one: "h100", "NVIDIA H100". The folder is the one that
 * belongs to the executable (harness/base/data_folder.h); paths and messages have it as seen from
 * the working directory, where it is within that. NULL with a one-line message: nothing has the
 * name, or several do.
 */
char *kept_device_find(const char *folder, const char *ending, const char *device);

/*
 * The newest run of the profile `paper` in the folder of that device, by what the files say: a
 * whole one, or where there is none, one that was narrowed, such as to claims. NULL with a one-line
 * message: no folder matches, several do, none of its files can be compared with.
 */
struct run *kept_run_find(const char *device);

/* Returns where what is made of a run goes unless it is said, "x.plots" for x.json, malloc'ed:
 * beside the run, or in the working directory where the run is one of a KEPT_RUN_FOLDER. */
char *kept_run_output(const char *run_file, const char *ending);

#endif
