/* SPDX-License-Identifier: MIT */
/*
 * draw_pass.h: what cbt.draw draws of its leaves: the camera's picture, or what else a frame of a
 * game draws of them. A pass is one picture or more, each into a target of its own.
 */
#ifndef CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_PASS_H
#define CLAIMCHECK_BENCH_CBT_TERRAIN_DRAW_PASS_H

#include "bench/cbt/terrain/draw_device.h"
#include "bench/cbt/terrain/draw_reference.h"

enum draw_pass {
    DRAW_COLOUR,   /* shaded at once */
    DRAW_GBUFFER,  /* four colours, which shading would want later */
    DRAW_SHADOW,   /* depth alone, by the light's first cascade */
    DRAW_CASCADES, /* by all of them, each into a target of its own */
};

extern const char *const cbt_draw_pass_names[]; /* in that order, NULL-terminated */

enum { DRAW_PICTURES_MAX = FLIGHT_CASCADES, DRAW_GBUFFER_NORMALS = 1, DRAW_GBUFFER_LEAVES = 2 };

struct draw_pass_kind {
    const struct gpu_shader *fragment; /* NULL: depth alone */
    enum gpu_pixel colours[GPU_COLOURS_MAX];
    uint32_t clear; /* of the colours */
    bool parallel;  /* of the pictures' views */
    uint32_t picture_count;
    struct draw_picture pictures[DRAW_PICTURES_MAX];
    uint32_t views[DRAW_PICTURES_MAX]; /* of them, in draw_buffers.views */
};

/* Pictures are of the scene's size; those of a light are square, their side the greatest power of
 * two that is no more than the height of that. Views are the scene's, for what `start` is. */
struct draw_pass_kind cbt_draw_pass_kind(const struct frame_scene *scene, enum draw_pass pass);

/* For any picture of the pass, which are of one size, in these colours. */
struct gpu_target *cbt_draw_target_create(struct gpu_scope *scope,
                                          const struct draw_pass_kind *kind,
                                          const enum gpu_pixel colours[GPU_COLOURS_MAX]);

/*
 * Makes each wanted RGBA8 colour the one that came, where that is within 1 in red, green and blue.
 * Alpha stays exact, and so does coverage: a pixel that is clear in one of both images is left.
 */
void cbt_draw_colours_settle(uint32_t *wanted, const uint32_t *got, uint64_t pixels,
                             uint32_t clear);

#endif
