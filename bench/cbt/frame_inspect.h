/* SPDX-License-Identifier: MIT */
/* frame_inspect.h: `claimcheck inspect cbt --view`: the terrain of cbt.frame as a picture. */
#ifndef CLAIMCHECK_BENCH_CBT_FRAME_INSPECT_H
#define CLAIMCHECK_BENCH_CBT_FRAME_INSPECT_H

#include "harness/inspection.h"

/* Rows for the technique's table of options; --depth is there already. */
#define FRAME_INSPECT_OPTIONS                                                                      \
    { "view", "terrain|wireframe|leaves", "the terrain of cbt.frame, drawn by the device" },       \
        { "camera", "flight|overview", "with --view: where from; flight unless given" },           \
        { "flight", "F", "with --view: frame of the flight, 0 to 2047; 700 unless given" },        \
        { "meshlet", "S", "with --view: level of the meshlets, 0 to 6; 2 unless given" },          \
        { "pixels", "N", "with --view: how long edges may be, 2 to 16; 8 unless given" },          \
        { "height", "N", "with --view: lines of the picture, 180 to 1440; 720 unless given" },     \
        { "heightmap", "FILE", "with --view: terrain from a grey picture (PGM or PNG)" },          \
    {                                                                                              \
        "map", "N", "with --view: log2 of the island's heights per side; 11 unless given"          \
    }

/* States the leaves of the frame; draws them where a picture is wanted. */
bool cbt_frame_inspect(struct inspection *inspection);

#endif
