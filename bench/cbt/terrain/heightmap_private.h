/* SPDX-License-Identifier: MIT */
/* heightmap_private.h: what the makers of heightmaps share. Nobody else includes it. */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_HEIGHTMAP_PRIVATE_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_HEIGHTMAP_PRIVATE_H

#include "bench/cbt/terrain/terrain.h"

/* A map of zeros; false, with the trouble told, without memory. */
bool cbt_heightmap_init(struct context *context, struct heightmap *map, uint32_t levels);

/* Fills in the variances, once the heights are there. */
void cbt_heightmap_complete(struct heightmap *map);

#endif
