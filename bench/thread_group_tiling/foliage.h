/* SPDX-License-Identifier: MIT */
/*
 * foliage.h: the scene of rays.c. Leaves hang above a picture that lies on the ground, and rays go
 * from its pixels up through them. A length is a pixel; x runs along rows, y down columns, z up.
 *
 *   leaf     a disc: centre, normal of length 1, radius. Leaves fill the picture and `reach` around
 *            it, from the ground to the height `reach`; they are a power of two, in Morton order
 *   ray k    of pixel (x, y): from (x + 1/2, y + 1/2, 0) along directions[turn >> 6 k & 63], turn
 *            being hash_mix(x | y << 16): up, and to each side by at most the height
 *   blocked  a ray that meets a leaf: tiling_foliage_meets(). Multiplications and additions alone,
 *            in a fixed order, so that devices and the host agree to the bit
 *   tree     a heap of boxes, for kernels that walk by themselves: node i has the children 2 i and
 *            2 i + 1, and child leaves + j is leaf j. Boxes are larger than their leaves by more
 *            than any test rounds by, so that no box hides a leaf
 *
 * The answer is a word per pixel: bit k says that ray k is blocked. It comes from the shadows that
 * leaves cast on the picture, one direction after the other, and knows nothing of the tree.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_FOLIAGE_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_FOLIAGE_H

#include "harness/context.h"

enum { TILING_FOLIAGE_DIRECTIONS = 64, TILING_FOLIAGE_RAYS = 4 /* of a pixel */ };

/* Laid out for kernels: two vec4. */
struct tiling_leaf {
    float centre[3], radius_2; /* the square of the radius */
    float normal[3], unused;
};

struct tiling_leaf_box {
    float low[3], unused_low;
    float high[3], unused_high;
};

/* To the side for each pixel of height, along x and y, none of them 0; and 1 over these. */
struct tiling_direction {
    float side[2], inverse[2];
};

struct tiling_foliage {
    uint32_t width, height; /* of the picture */
    uint32_t reach;         /* to the side and up */
    uint32_t leaf_count;
    float radius; /* of every leaf */
    const struct tiling_leaf *leaves;
    const struct tiling_leaf_box *nodes; /* leaf_count of them; node 0 is none */
    struct tiling_direction directions[TILING_FOLIAGE_DIRECTIONS];
    const uint32_t *answer; /* row-major */
};

/* Sets what depends on the size alone: reach, leaf_count and radius. */
void tiling_foliage_size(struct tiling_foliage *foliage, uint32_t width, uint32_t height);

/* Makes the scene from the seed, its tree and its answer, by all CPUs. All cases of a size share
 * it. NULL after trouble. */
const struct tiling_foliage *tiling_foliage_make(struct context *context, uint32_t width,
                                                 uint32_t height);

/* True where the ray from (from[0], from[1], 0) meets the leaf; not where it runs along its face:
 * where the square of the cosine between normal and direction, whose height is 1, is below
 * 2^-12. */
bool tiling_foliage_meets(const struct tiling_leaf *leaf, const float from[2], const float side[2]);

/* The direction of a ray of a pixel. */
const struct tiling_direction *tiling_foliage_direction(const struct tiling_foliage *foliage,
                                                        uint32_t x, uint32_t y, uint32_t ray);

/*
 * Writes a triangle around each leaf: nine floats, for acceleration structures. Its inscribed
 * circle is larger than the leaf by more than a device's own test of triangles rounds by: what that
 * finds is a candidate, and tiling_foliage_meets() decides.
 */
void tiling_foliage_triangles(const struct tiling_foliage *foliage, float *vertices);

#endif
