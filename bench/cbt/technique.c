/* SPDX-License-Identifier: MIT */
#include "bench/cbt/technique.h"

#include "bench/cbt/draw.h"
#include "bench/cbt/frame.h"
#include "bench/cbt/inspect.h"
#include "bench/cbt/sum_reduction.h"
#include "bench/cbt/terrain/frame_scene.h"
#include "bench/cbt/update.h"

static const struct bench *const benches[] = { &cbt_sum_reduction,
                                               &cbt_first_passes,
                                               &cbt_first_levels,
                                               &cbt_update,
                                               &cbt_update_pass,
                                               &cbt_update_reduction,
                                               &cbt_dispatcher,
                                               &cbt_decode,
                                               &cbt_frame,
                                               &cbt_draw,
                                               NULL };

const struct technique cbt_technique = {
    .name = "cbt",
    .alias = NULL,
    .question = "what does each way of reducing and updating a concurrent binary tree cost?",
    .paper = "Deliot, Yao, Dupuy, Rijnen: Experimenting with Concurrent Binary Trees, 2021",
    .benches = benches,
    .group_s = 1,
    .options = cbt_frame_options,
    .inspections = cbt_inspections,
    .portrait = "cbt --sequence L --depth 14",
};
