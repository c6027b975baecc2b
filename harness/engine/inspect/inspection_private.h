/* SPDX-License-Identifier: MIT */
/* inspection_private.h: what the files of an inspection share. */
#ifndef CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECTION_PRIVATE_H
#define CLAIMCHECK_HARNESS_ENGINE_INSPECT_INSPECTION_PRIVATE_H

#include "harness/engine/inspect/inspection_life.h"

struct inspection_private {
    const struct inspection_params *params;
    struct gpu *gpu;
    struct inspection_run *runs; /* cases, newest first; inspection_case.c has them */
    struct image image;
};

/* Frees what inspection_case() made, before the device goes. */
void inspection_runs_finish(struct inspection *inspection);

#endif
