/* SPDX-License-Identifier: MIT */
/* draw.h: what a variant of ceilings.draw is; on its own so that tests can plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_DRAW_H
#define CLAIMCHECK_BENCH_CEILINGS_DRAW_H

#include "harness/bench.h"

struct draw_variant {
    const struct gpu_shader *vertex;
    bool fills; /* every triangle fills the target; else those that cover a pixel have one each */
};

#endif
