/* SPDX-License-Identifier: MIT */
/* teapot_scene.h: the shipped mesh: the Utah teapot on a ground, unwrapped into one light map. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_TEAPOT_SCENE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_TEAPOT_SCENE_H

#include "bench/tile_subdivision/input/mesh.h"

enum { TEAPOT_SCENE_DICE = 16 }; /* quads along each side of a patch */

/*
 * Builds the mesh, y up: 32 patches of 16 x 16 quads, each with a square chart of its own, and a
 * ground quad with a chart of low density. The densities of the charts are spread over two decades,
 * in an order drawn from the seed; the charts fill the unit square without overlap. False when
 * memory runs out; the mesh is then empty.
 */
bool tiles_teapot_scene_build(struct mesh *mesh, uint64_t seed);

#endif
