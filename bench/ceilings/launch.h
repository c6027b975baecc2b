/* SPDX-License-Identifier: MIT */
/* launch.h: what a variant of ceilings.launch is besides its method; on its own so that tests can
 * plant others. */
#ifndef CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H
#define CLAIMCHECK_BENCH_CEILINGS_LAUNCH_H

#include "harness/bench.h"

/* The meaning of an output word: a mark of its index; a step on from the word before; that word
 * itself; the result of the rounds over all words. */
enum launch_word { LAUNCH_MARK, LAUNCH_STEP, LAUNCH_COPY, LAUNCH_ROUNDS };

enum { LAUNCH_GROUPS_ACROSS = 1024 }; /* in x, of a dispatch of many groups */

/* bench_variant.data. */
struct launch_variant {
    const struct gpu_shader *shader; /* NULL: none */
    uint32_t first, count;           /* words of the output that it writes */
    enum launch_word word;
    uint32_t rounds;
    bool many; /* groups of a dispatch, of which as many as there are words mark one each */
};

#endif
