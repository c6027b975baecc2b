/* SPDX-License-Identifier: MIT */
/* inspect.h: `claimcheck inspect cbt`: rows of a sequence, pictures of its mesh, the terrain. */
#ifndef CLAIMCHECK_BENCH_CBT_INSPECT_H
#define CLAIMCHECK_BENCH_CBT_INSPECT_H

#include "bench/cbt/terrain/draw_pass.h"
#include "harness/inspection.h"

extern const struct inspection_kind cbt_inspections[];

/* Options of the terrain, each of whose lines begins with `with`; --depth is apart. */
#define TERRAIN_OPTIONS(with)                                                                      \
    { "view", "terrain|wireframe|leaves|gbuffer|shadow|cascades",                                  \
      "the terrain of cbt.frame, drawn by the device; the last three as in cbt.draw" },            \
        { "camera", "flight|overview", with "where from; flight unless given" },                   \
        { "flight", "F", with "frame of the flight, 0 to 2047; 700 unless given" },                \
        { "meshlet", "S", with "level of the meshlets, 0 to 6; 2 unless given" },                  \
        { "pixels", "N", with "how long edges may be, 2 to 16; 8 unless given" },                  \
        { "height", "N", with "lines of the picture, 180 to 1440; 720 unless given" },             \
        { "heightmap", "FILE", with "terrain from a grey picture (PGM or PNG)" },                  \
    {                                                                                              \
        "map", "N", with "log2 of the island's heights per side; 11 unless given"                  \
    }

/* States the leaves of a frame of cbt.frame; draws them where a picture is wanted. */
bool cbt_inspect_terrain(struct inspection *inspection);

/* Draws a pass of cbt.draw: all its images in one, which is made. */
bool cbt_inspect_pass(struct inspection *inspection, const struct frame_scene *scene,
                      enum draw_pass pass, struct image *image);

#endif
