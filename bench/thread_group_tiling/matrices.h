/* SPDX-License-Identifier: MIT */
/*
 * matrices.h: the input of the matrix product C = A x B, and what its result must be.
 *
 * A has m rows of k halves, B k rows of n halves, both row by row; C has m rows of n floats. All
 * elements of A and B are integers from -8 to 7, seeded, so that every product, and every sum of
 * them in any order, is an integer below 2^24: floats hold it exactly, and C is the same to the
 * last bit whatever the order.
 */
#ifndef CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MATRICES_H
#define CLAIMCHECK_BENCH_THREAD_GROUP_TILING_MATRICES_H

#include "harness/context.h"

struct tiling_shape {
    uint32_t m, n, k; /* m at most 65535, n and k multiples of 8 of at most 65536, and no matrix of
                         more than 2^29 elements */
};

/* "MxNxK", each a decimal number as it stands in case names; false for all else. */
bool tiling_shape_read(const char *text, struct tiling_shape *shape);

struct tiling_matrices {
    struct tiling_shape shape;
    const uint16_t *left, *right; /* A and B, bits of halves */
    const uint32_t *weights;      /* of the columns of C, words at random */
    const uint32_t *digests;      /* of each row of C: the sum over its elements times the weights
                                     of their columns, modulo 2^32 */
    const float *product;         /* C, where it is small enough to be computed; else NULL */
};

/* Makes matrices by the seed of the context, in its memory. False when there is none left. */
bool tiling_matrices_make(struct context *context, struct tiling_shape shape,
                          struct tiling_matrices *matrices);

/* An element of C, by its definition. */
float tiling_matrices_element(const struct tiling_matrices *matrices, uint32_t row,
                              uint32_t column);

#endif
