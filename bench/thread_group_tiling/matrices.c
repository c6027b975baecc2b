/* SPDX-License-Identifier: MIT */
/*
 * matrices.c: the digests are those of Freivalds' check, with a vector w of words: C w = A (B w),
 * modulo 2^32, so that they cost two products of a matrix and a vector, and none of two matrices.
 */
#include "bench/thread_group_tiling/matrices.h"

#include "harness/random.h"

#include <stdio.h>
#include <string.h>

enum { M_MAX = 65535, SIDE_MAX = 65536, ROW_UNIT = 8, LEAST = -8, VALUES = 16 };
static const uint64_t elements_max = UINT64_C(1) << 29, product_steps_max = UINT64_C(1) << 24;

bool tiling_shape_read(const char *text, struct tiling_shape *shape)
{
    char rest, again[32];
    unsigned m, n, k;
    if (sscanf(text, "%5ux%5ux%5u%c", &m, &n, &k, &rest) != 3)
        return false;
    snprintf(again, sizeof(again), "%ux%ux%u", m, n, k);
    *shape = (struct tiling_shape){ m, n, k };
    return strcmp(text, again) == 0 && m >= 1 && m <= M_MAX && n >= 1 && n <= SIDE_MAX && k >= 1 &&
           k <= SIDE_MAX && n % ROW_UNIT == 0 && k % ROW_UNIT == 0 &&
           (uint64_t)m * n <= elements_max && (uint64_t)m * k <= elements_max &&
           (uint64_t)k * n <= elements_max;
}

/* Bits of the half that an integer of at most 11 bits is. */
static uint16_t half_of(int integer)
{
    enum { BIAS = 15, MANTISSA_BITS = 10, SIGN = 0x8000 };
    const unsigned magnitude = (unsigned)(integer < 0 ? -integer : integer);
    int exponent = 0;
    if (magnitude == 0)
        return 0;
    while (magnitude >> (exponent + 1) > 0)
        exponent++;
    const unsigned mantissa = (magnitude << (MANTISSA_BITS - exponent)) & 0x3ff;
    return (uint16_t)((integer < 0 ? SIGN : 0) | (exponent + BIAS) << MANTISSA_BITS | mantissa);
}

/* The integer that the bits of a half are, by their upper byte: all that these integers need. */
struct integers {
    int8_t of[256];
};

static struct integers integers_make(void)
{
    struct integers integers = { { 0 } };
    for (int i = LEAST; i < LEAST + VALUES; i++)
        integers.of[half_of(i) >> 8] = (int8_t)i;
    return integers;
}

static const uint16_t *matrix_make(struct context *context, uint64_t *random, uint64_t count)
{
    uint16_t *halves = context_alloc(context, sizeof(*halves) * count);
    uint16_t values[VALUES];
    for (int i = 0; i < VALUES; i++)
        values[i] = half_of(LEAST + i);
    for (uint64_t i = 0; halves && i < count;)
        for (uint64_t word = random_next(random), end = i + VALUES; i < count && i < end; i++) {
            halves[i] = values[word % VALUES];
            word /= VALUES;
        }
    return halves;
}

static const uint32_t *weights_make(struct context *context, uint64_t *random, uint32_t count)
{
    uint32_t *weights = context_alloc(context, sizeof(*weights) * count);
    for (uint32_t i = 0; weights && i < count; i++)
        weights[i] = (uint32_t)random_next(random);
    return weights;
}

/* The product of a matrix and a vector, modulo 2^32. */
static const uint32_t *times_vector(struct context *context, const uint16_t *matrix, uint32_t rows,
                                    uint32_t columns, const uint32_t *vector)
{
    const struct integers integers = integers_make();
    uint32_t *product = context_alloc(context, sizeof(*product) * rows);
    for (uint32_t row = 0; product && row < rows; row++) {
        const uint16_t *elements = matrix + (uint64_t)row * columns;
        uint32_t sum = 0;
        for (uint32_t i = 0; i < columns; i++)
            sum += (uint32_t)integers.of[elements[i] >> 8] * vector[i];
        product[row] = sum;
    }
    return product;
}

float tiling_matrices_element(const struct tiling_matrices *matrices, uint32_t row, uint32_t column)
{
    const struct integers integers = integers_make();
    const struct tiling_shape shape = matrices->shape;
    int32_t sum = 0;
    for (uint32_t i = 0; i < shape.k; i++)
        sum += integers.of[matrices->left[(uint64_t)row * shape.k + i] >> 8] *
               integers.of[matrices->right[(uint64_t)i * shape.n + column] >> 8];
    return (float)sum;
}

static const float *product_make(struct context *context, const struct tiling_matrices *matrices)
{
    const struct tiling_shape shape = matrices->shape;
    float *product = context_alloc(context, sizeof(*product) * shape.m * shape.n);
    for (uint32_t row = 0; product && row < shape.m; row++)
        for (uint32_t column = 0; column < shape.n; column++)
            product[row * shape.n + column] = tiling_matrices_element(matrices, row, column);
    return product;
}

bool tiling_matrices_make(struct context *context, struct tiling_shape shape,
                          struct tiling_matrices *matrices)
{
    uint64_t random = context->seed;
    const bool small = (uint64_t)shape.m * shape.n * shape.k <= product_steps_max;
    const uint32_t *right_weighted;
    *matrices = (struct tiling_matrices){ .shape = shape };
    matrices->left = matrix_make(context, &random, (uint64_t)shape.m * shape.k);
    matrices->right = matrix_make(context, &random, (uint64_t)shape.k * shape.n);
    matrices->weights = weights_make(context, &random, shape.n);
    if (!matrices->left || !matrices->right || !matrices->weights)
        return false;
    right_weighted = times_vector(context, matrices->right, shape.k, shape.n, matrices->weights);
    if (!right_weighted)
        return false;
    matrices->digests = times_vector(context, matrices->left, shape.m, shape.k, right_weighted);
    matrices->product = small ? product_make(context, matrices) : NULL;
    return matrices->digests && (matrices->product || !small);
}
