/* SPDX-License-Identifier: MIT */
/* map_scene.h: the map `scene` of map.h: what a light-map density map of a large outdoor scene
 * looks like from above. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_SCENE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_MAP_SCENE_H

#include "bench/tile_subdivision/input/canvas.h"

#include <stdbool.h>

/* Draws over an all-zero canvas. False when memory runs out. */
bool tiles_map_scene_draw(struct canvas *canvas, uint64_t seed);

#endif
