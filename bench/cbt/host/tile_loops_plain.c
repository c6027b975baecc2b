/* SPDX-License-Identifier: MIT */
/* The tile loops with the build's own flags. */
#include "bench/cbt/host/tile_vectors.h"

const struct tile_loops cbt_tile_loops_plain = {
    .name = "plain",
    .bytes = 0,
    .tile = tile_vectors,
};
