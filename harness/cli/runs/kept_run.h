/* SPDX-License-Identifier: MIT */
/* kept_run.h: --with DEVICE: the kept run of a device that another run is compared with. */
#ifndef CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_RUN_H
#define CLAIMCHECK_HARNESS_CLI_RUNS_KEPT_RUN_H

#include "harness/record/run/run.h"

/* "nvidia-h100-80gb-hbm3, nvidia-h200": of which devices there are runs that kept_run_find() takes;
 * empty without any. */
void kept_run_devices(char *text, size_t text_bytes);

/*
 * The newest run of the profile `paper` in the folder of that device, by what the files say: a
 * whole one, or where there is none, one that was narrowed, such as to claims. `device` is the
 * folder's name or a part of it, or words that make one: "h100", "NVIDIA H100". The folders are
 * those of results/runs that belong to the executable (harness/base/data_folder.h); in its path and
 * in messages they are seen from the working directory, where they are within that. NULL with a
 * one-line message: no folder matches, several do, none of its files can be compared with.
 */
struct run *kept_run_find(const char *device);

#endif
