/* SPDX-License-Identifier: MIT */
/*
 * range.h: a surface on its way through bound-and-split: a patch and a rectangle of its parameters.
 *
 * A split halves the rectangle, so its sides are powers of two: after a splits along u and b along
 * v it is [i / 2^a, (i + 1) / 2^a] x [j / 2^b, (j + 1) / 2^b], and i takes a bits, j takes b. With
 * a + b <= RANGE_DEPTH_MAX all of it fits into one word, without loss; its depth is a + b. The
 * report's layout has 24 bytes instead of these 8. kernels/reyes_subdivision/range.glsl has the
 * same functions.
 */
#ifndef CLAIMCHECK_BENCH_REYES_SUBDIVISION_RANGE_H
#define CLAIMCHECK_BENCH_REYES_SUBDIVISION_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RANGE_DEPTH_MAX = 22,    /* splits in a row that a word can hold */
    RANGE_REPORT_BYTES = 24, /* of a surface in the report's buffers; Weber 2014, section 3.3 */
};

struct range {
    uint32_t patch;
    uint32_t halves; /* a << 27 | b << 22 | i << b | j */
};

/* The rectangle; all exact in float. */
struct range_bounds {
    float u0, v0, u1, v1;
};

/* The whole patch. */
struct range reyes_range_whole(uint32_t patch);

/* Is it one that reyes_range_child() can make of a whole patch? */
bool reyes_range_is_valid(struct range range);

/* Splits so far, along u and v together. */
uint32_t reyes_range_depth(struct range range);

struct range_bounds reyes_range_bounds(struct range range);

/* Halves along u, or else along v; child 0 has the lower half. Depth must be below
 * RANGE_DEPTH_MAX. */
struct range reyes_range_child(struct range range, bool along_u, uint32_t child);

/* Does the range lie within the other, or equal it? */
bool reyes_range_within(struct range range, struct range outer);

/*
 * Sorts by patch, u0, v0, u1, v1; of none, ranges may be null. Patches are below patch_count; false
 * when memory runs out, the order is then undefined.
 */
bool reyes_range_sort(struct range *ranges, size_t count, uint32_t patch_count);

/* FNV-1a, 64 bits, over patch, u0, v0, u1, v1 of each as 32-bit words, little-endian. */
uint64_t reyes_range_hash(const struct range *ranges, size_t count);

/* Hashes ranges in any order to the same value; 0 for none. */
uint64_t reyes_range_digest(const struct range *ranges, size_t count);

/*
 * Mean distance of the middles of ranges that follow one another, in units of the parameters, where
 * both are of one patch; a step to another patch counts as 1. 0 for fewer than two. What the report
 * calls locality, as a number; ours.
 */
double reyes_range_neighbour_distance(const struct range *ranges, size_t count);

#endif
