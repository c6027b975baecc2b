/* SPDX-License-Identifier: MIT */
/*
 * draw_reference.h: the terrain as the CPU draws it, to check what a device drew.
 *
 * Devices round vertices to a fraction of a pixel, so at edges pixels may differ, and no image of
 * ours is theirs. So two questions are asked of each pixel: what does the exact picture show, and
 * if a device shows another leaf, could rounding explain that?
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_REFERENCE_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_REFERENCE_H

#include "bench/cbt/terrain/frame_scene.h"

struct draw_reference {
    const struct frame_tree *tree;
    uint32_t width, height;
    uint32_t *leaves; /* the leaf that is seen at a pixel's centre; 0: none */
    float *solid;     /* 1 / distance along the view of the nearest triangle whose edges all lie
                         farther from the centre than rounding reaches; 0: none */
};

/* Draws the leaves of a tree with the given view, in memory of the context. */
bool cbt_draw_reference_init(struct context *context, struct draw_reference *reference,
                             const struct frame_scene *scene, const struct frame_tree *tree,
                             const struct flight_view *view);

/*
 * Compares a device's picture, a leaf per pixel. False with a mismatch when a pixel shows what it
 * cannot, or when more than one pixel in 50 differs from the exact picture.
 */
bool cbt_draw_reference_check(struct context *context, const struct draw_reference *reference,
                              const struct frame_scene *scene, const struct flight_view *view,
                              const uint32_t *leaves);

#endif
