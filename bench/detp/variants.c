/* SPDX-License-Identifier: MIT */
#include "bench/detp/variants.h"

/* Of methods that look at each pair, on one thread: 10^10 pairs take them half a minute. */
static const struct bench_values few_pairs[] = {
    { "size", { "10000x10000", "10000x10000", "10000x10000,100000x100000" } },
    { 0 },
};

const struct bench_variant detp_variants[] = {
    { .name = "brute_scalar",
      .summary = "each disc against each ray, on one thread",
      .source = "the definition; Lastra et al., section 2.1",
      .kind = BENCH_CPU,
      .values = few_pairs,
      .method = &detp_brute_scalar },
    { 0 },
};
