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

/* A picture: so many pixels of a view, which outlives it. */
struct draw_picture {
    const struct flight_view *view;
    uint32_t width, height;
};

/* Nearness grows towards the eye, and is affine on the screen: 1 / distance along the view; of
 * parallel rays the depth itself. */
struct draw_reference {
    const struct frame_tree *tree;
    struct draw_picture picture;
    uint32_t *leaves,
        *parts;     /* the leaf that is seen at a pixel's centre, and which triangle of its
                                 meshlet; 0: none */
    float *nearest; /* nearness of that */
    float *solid;   /* nearness of the nearest triangle whose edges all lie farther from
                                 the centre than rounding reaches; 0: none */
};

/* Draws the leaves of a tree, in memory of the context, or recalls them by the key. */
bool cbt_draw_reference_init(struct context *context, struct draw_reference *reference,
                             const struct frame_scene *scene, const struct frame_tree *tree,
                             const struct draw_picture *picture, const char *key);

/*
 * Compares a device's picture, a leaf per pixel. False with a mismatch when a pixel shows what it
 * cannot, or when more than one pixel in 50 differs from the exact picture.
 */
bool cbt_draw_reference_check(struct context *context, const struct draw_reference *reference,
                              const struct frame_scene *scene, const uint32_t *leaves);

/*
 * The same of depths, where rays are parallel: what surely covers a pixel is not farther than that,
 * nothing is where nothing is near, and no more than one pixel in 50 is nearer than what is seen
 * around it.
 */
bool cbt_draw_reference_check_depths(struct context *context,
                                     const struct draw_reference *reference, const float *depths);

/*
 * The same of normals, as words of RGBA8 that hold -1..1 in 0..1, where the leaves that the device
 * shows are those of the exact picture: no more than one pixel in 50 has another than its triangle.
 */
bool cbt_draw_reference_check_normals(struct context *context,
                                      const struct draw_reference *reference,
                                      const struct frame_scene *scene, const uint32_t *leaves,
                                      const uint32_t *normals);

#endif
