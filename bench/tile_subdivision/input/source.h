/* SPDX-License-Identifier: MIT */
/* source.h: where a workload's importance map comes from: a generator, a picture, or a mesh. */
#ifndef CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_SOURCE_H
#define CLAIMCHECK_BENCH_TILE_SUBDIVISION_INPUT_SOURCE_H

#include "bench/tile_subdivision/pyramid.h"
#include "harness/bench.h"

#define SOURCE_DIRECTION_DEFAULT "0.35,-0.55,-0.75"

/*
 * Makes the map that the axis `map` and the options --map, --mesh and --direction ask for: a
 * pyramid in the workload's memory with level 0 filled. A picture decides the pyramid's top itself,
 * else it is the axis `top`. *base is the threshold base that suits the map, or 0 when none is
 * known. States the facts of files and meshes. False when the workload has failed.
 */
bool tiles_source_load(struct bench_workload *workload, struct pyramid *pyramid, float *base);

/*
 * The same for `count` directions, drawn from the seed, of the mesh that the axis `map` and the
 * option --mesh ask for: a pyramid each. --direction has no say. Maps that are no mesh are
 * unsupported.
 */
bool tiles_source_load_directions(struct bench_workload *workload, uint32_t count,
                                  struct pyramid *pyramids, float *base);

/* True for "file.<stem>" and "mesh.<stem>": how the axis `map` names the file of an option. */
bool tiles_source_accepts(const char *value);

#endif
