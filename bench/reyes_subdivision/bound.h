/* SPDX-License-Identifier: MIT */
/*
 * bound.h: what becomes of a range: is it out of the picture, small enough, or to be split?
 *
 * Weber 2014, sections 2 and 3, after Cook et al. 1987: the definition, for the CPU reference. All
 * in float, one operation after the other (no contraction); kernels/reyes_subdivision/bound.glsl
 * has the same functions in the same order of operations, so that they differ at most by what
 * Vulkan allows division and square root.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_BOUND_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_BOUND_H

#include "bench/reyes_subdivision/range.h"
#include "bench/reyes_subdivision/scene/camera.h"

/* Bit 0 draws, bit 1 splits, bit 2 says that it is along u. */
enum bound_code {
    BOUND_CULL_FRUSTUM = 0,
    BOUND_DRAW = 1,
    BOUND_SPLIT_V = 2,
    BOUND_SPLIT_U = 6,
    BOUND_CULL_DEPTH = 8, /* would be split, but is at depth k - 1 already */
};

/* Control point 4 i + j of a bicubic Bezier patch: i runs along u, j along v. */
struct bound_patch {
    float points[16][3];
};

/* Point of the patch, eye space. */
void reyes_bound_eye_point(const struct view *view, const struct bound_patch *patch, float u,
                           float v, float eye[3]);

/*
 * Samples the range at view->samples squared points, ends included, and transforms them to eye
 * space. Culls it if their box is outside of the frustum, widened by the ribbon; splits it if the
 * box touches the eye plane; draws it if no row and no column of samples is longer than the limit
 * on the screen, and else splits it along the longer one, v if equal. What would be split at depth
 * k - 1 is culled instead.
 *
 * *undecided (may be NULL) tells whether the decision hangs on a comparison of two numbers so close
 * that the rounding of a division or square root, which differs between devices, may turn it.
 */
enum bound_code reyes_bound(const struct view *view, const struct bound_patch *patch,
                            struct range range, bool *undecided);

static inline bool bound_splits(enum bound_code code)
{
    return (code & BOUND_SPLIT_V) != 0;
}

#endif
