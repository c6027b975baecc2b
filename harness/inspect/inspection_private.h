/* SPDX-License-Identifier: MIT */
/* inspection_private.h: what inspection.c and inspection_options.c share. */
#ifndef CLAIMCHECK_HARNESS_INSPECT_INSPECTION_PRIVATE_H
#define CLAIMCHECK_HARNESS_INSPECT_INSPECTION_PRIVATE_H

#include "harness/base/arena.h"
#include "harness/inspect/inspection_life.h"

struct inspection {
    const struct inspection_params *params;
    struct gpu *gpu;
    struct gpu_scope *scope;
    struct arena arena;
    struct workload_facts facts;
    struct image image;
    enum inspection_end end;
    char message[GPU_MESSAGE_BYTES];
};

#endif
