/* SPDX-License-Identifier: MIT */
/* device.h: buffers and words that the kernels of bound-and-split share with the host. */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_DEVICE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_DEVICE_H

#include "bench/reyes_subdivision/reyes.h"

/* Words of the control buffer: control.glsl has the same. */
enum {
    REYES_DRAWN = 0,
    REYES_SPLITS = 1,
    REYES_CULLED_DEPTH = 2,
    REYES_BOUNDS = 3,
    REYES_ITERATIONS = 4,
    REYES_PEAK = 5,
    REYES_OVERFLOW = 6, /* not 0: something had no room, the answer is not whole */
    REYES_QUEUE = 7,
    REYES_SLOTS = 16, /* from here on: a slot per iteration, and one for what comes after */
    REYES_SLOT_WORDS = 8,
    REYES_SLOT_COUNT = 3,
    REYES_SLOT_BASE = 4,
    REYES_SLOT_DRAWN = 5,
    REYES_CHUNK = 64,               /* iterations that are recorded before slots are used again */
    REYES_ITERATIONS_MAX = 1 << 16, /* that are recorded, or driven */
    REYES_LEVELS_AT = 560,
    REYES_LEVEL_WORDS = 5, /* in, drawn, split, culled by frustum, by depth */
    REYES_CONTROL_WORDS = REYES_LEVELS_AT + REYES_LEVEL_WORDS * REYES_LEVELS,
};

/* Words per group of saves: local.comp and local_spill.comp have the same. */
enum {
    REYES_SAVE_WORDS = 8,
    REYES_SAVE_HEIGHT = 1,
    REYES_SAVE_PENDING = 2,
    REYES_SAVE_BOUNDED = 3,
    REYES_SAVE_SPLIT = 4,
    REYES_SAVE_HIGHEST = 5,
    REYES_SAVE_ROUNDS = 6,
    REYES_SAVE_SPILLS = 7, /* of local_spill.comp; else 0 */
};

enum { REYES_RANGE_BYTES = 8 };

/*
 * Operations that kernels declare: additions, multiplications, divisions, square roots, minima and
 * maxima of floats, by component. Not counted are integers, comparisons and signs.
 *
 * Of bound() in bound.glsl, for a range that is measured: 6 times the four weights of a parameter
 * (9), 21 sums of four points (21), 9 points to eye space (18), their box (48), the frustum (19),
 * 9 projections (4), 6 polylines of two lengths (13) and the longest of them (4), and what places
 * the range and its middle (12). A range outside of the frustum ends after it.
 *
 * Of a corner in dice.comp: twice the weights (9), 5 sums (21), to eye space (18), place (14).
 * Of a micropolygon in sample.comp, one pass of two: four corners to pixels (7), the depth (4) and
 * what is nearest (3), the box (22), and, as micropolygons are about as large as pixels, one pixel
 * of it: its middle (2) and two triangles that share a side (46). In shade.comp: diagonals (6),
 * their cross product (9), two dot products (5), and the colour (13).
 *
 * tests/bench/reyes_subdivision/reyes_work.h counts all of them in the kernels' SPIR-V.
 */
enum {
    REYES_BOUND_OPERATIONS = 854,
    REYES_DICE_OPERATIONS = 155,
    REYES_SHADE_OPERATIONS = 38,
    REYES_SAMPLE_OPERATIONS = 105,
    REYES_MICROPOLYGON_OPERATIONS = REYES_SHADE_OPERATIONS + 2 * REYES_SAMPLE_OPERATIONS,
};

/* Binding 1: View in bound.glsl; push constants of bound_pushed.glsl. */
struct reyes_view {
    float eye[3][4];
    float scale, near, far, width, height, limit, ribbon;
    uint32_t max_depth, eye_rule;
    uint32_t unused[3];
};

struct reyes_view reyes_view_data(const struct view *view);

/* Shared by all variants of a workload. */
struct reyes_buffers {
    struct context *context;    /* the workload's, whose memory has the tree */
    struct gpu_buffer *patches; /* 16 vec4 each, w = 1 */
    struct gpu_buffer *view;
    struct gpu_buffer *whole; /* ranges that are whole patches, to start from */
    struct gpu_buffer *drawn;
    uint32_t drawn_max;  /* ranges: what the reference draws, and slack where rounding decides */
    uint32_t ranges_max; /* likewise, at one depth */
    /* Digest of the first variant's drawing on this device that was compared with the reference. */
    uint64_t digest, differences;
    const char *digest_variant; /* its name; NULL while there is none */
};

/* The upload callback. */
bool reyes_upload(struct bench_workload *workload);

#endif
