/* SPDX-License-Identifier: MIT */
/*
 * matrices.c: the digests are those of Freivalds' check, with a vector w of words: C w = A (B w),
 * modulo 2^32, so that they cost two products of a matrix and a vector, and none of two matrices.
 */
#include "bench/thread_group_tiling/benches.h"

#include "harness/engine/cpu/cpu.h"
#include "harness/half.h"
#include "harness/random.h"

enum { M_MAX = 65535, SIDE_MAX = 65536, ROW_UNIT = 8, LEAST = -8, VALUES = 16 };
static const uint64_t elements_max = UINT64_C(1) << 29, product_steps_max = UINT64_C(1) << 24;

bool tiling_shape_read(const char *text, struct tiling_shape *shape)
{
    uint32_t sides[3];
    if (!tiling_sides_read(text, 3, SIDE_MAX, sides))
        return false;
    const uint64_t m = sides[0], n = sides[1], k = sides[2];
    *shape = (struct tiling_shape){ sides[0], sides[1], sides[2] };
    return m <= M_MAX && n % ROW_UNIT == 0 && k % ROW_UNIT == 0 && m * n <= elements_max &&
           m * k <= elements_max && k * n <= elements_max;
}

/* The integer that the bits of a half are, by their upper byte: all that these integers need. */
struct integers {
    int8_t of[256];
};

static struct integers integers_make(void)
{
    struct integers integers = { { 0 } };
    for (int i = LEAST; i < LEAST + VALUES; i++)
        integers.of[half_from_float((float)i) >> 8] = (int8_t)i;
    return integers;
}

/* Elements to be drawn, VALUES from each number of the sequence behind `random`. */
struct drawing {
    uint16_t *halves;
    uint64_t count, random, step; /* step: from a state of the sequence to the next */
};

static void draw(void *context, uint32_t thread, size_t begin, size_t end)
{
    const struct drawing *drawing = context;
    uint64_t random = drawing->random + begin * drawing->step;
    uint16_t values[VALUES];
    (void)thread;
    for (int i = 0; i < VALUES; i++)
        values[i] = half_from_float((float)(LEAST + i));
    for (size_t number = begin; number < end; number++) {
        uint64_t word = random_next(&random), i = number * VALUES;
        for (const uint64_t last = i + VALUES; i < last && i < drawing->count; i++) {
            drawing->halves[i] = values[word % VALUES];
            word /= VALUES;
        }
    }
}

static const uint16_t *matrix_make(struct context *context, struct cpu_pool *pool, uint64_t *random,
                                   uint64_t count)
{
    enum { CHUNK = 1 << 12 };
    const uint64_t numbers = (count + VALUES - 1) / VALUES;
    struct drawing drawing = { context_alloc(context, sizeof(uint16_t) * count), count, *random,
                               0 };
    random_next(&drawing.step);
    if (drawing.halves)
        cpu_pool_run(pool, numbers, CHUNK, draw, &drawing);
    *random += numbers * drawing.step;
    return drawing.halves;
}

/* The product of a matrix and a vector, modulo 2^32. */
struct weighting {
    const uint16_t *matrix;
    const uint32_t *vector;
    uint32_t *product;
    uint32_t columns;
    struct integers integers;
};

static void weigh_row(void *context, size_t row)
{
    const struct weighting *weighting = context;
    const uint16_t *elements = weighting->matrix + row * weighting->columns;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < weighting->columns; i++)
        sum += (uint32_t)weighting->integers.of[elements[i] >> 8] * weighting->vector[i];
    weighting->product[row] = sum;
}

static const uint32_t *times_vector(struct context *context, struct cpu_pool *pool,
                                    const uint16_t *matrix, uint32_t rows, uint32_t columns,
                                    const uint32_t *vector)
{
    struct weighting weighting = { matrix, vector, context_alloc(context, sizeof(uint32_t) * rows),
                                   columns, integers_make() };
    if (weighting.product)
        cpu_pool_each(pool, rows, 1, weigh_row, &weighting);
    return weighting.product;
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

static bool matrices_make(struct context *context, struct cpu_pool *pool,
                          struct tiling_matrices *matrices)
{
    uint64_t random = context->seed;
    const struct tiling_shape shape = matrices->shape;
    const bool small = (uint64_t)shape.m * shape.n * shape.k <= product_steps_max;

    matrices->left = matrix_make(context, pool, &random, (uint64_t)shape.m * shape.k);
    matrices->right = matrix_make(context, pool, &random, (uint64_t)shape.k * shape.n);
    uint32_t *weights = context_alloc(context, sizeof(*weights) * shape.n);
    for (uint32_t i = 0; weights && i < shape.n; i++)
        weights[i] = (uint32_t)random_next(&random);
    matrices->weights = weights;
    if (!matrices->left || !matrices->right || !matrices->weights)
        return false;
    const uint32_t *right_weighted =
        times_vector(context, pool, matrices->right, shape.k, shape.n, matrices->weights);
    if (!right_weighted)
        return false;
    matrices->digests =
        times_vector(context, pool, matrices->left, shape.m, shape.k, right_weighted);
    if (!matrices->digests || !small)
        return matrices->digests;
    float *product = context_alloc(context, sizeof(*product) * shape.m * shape.n);
    for (uint32_t row = 0; product && row < shape.m; row++)
        for (uint32_t column = 0; column < shape.n; column++)
            product[row * shape.n + column] = tiling_matrices_element(matrices, row, column);
    matrices->product = product;
    return product;
}

bool tiling_matrices_make(struct context *context, struct tiling_shape shape,
                          struct tiling_matrices *matrices)
{
    enum { WORTH_A_POOL = 1 << 18 };
    const uint64_t elements = ((uint64_t)shape.m + shape.n) * shape.k;
    struct cpu_pool *pool = cpu_pool_create(elements >= WORTH_A_POOL ? 0 : 1);
    *matrices = (struct tiling_matrices){ .shape = shape };
    const bool made = matrices_make(context, pool, matrices);
    cpu_pool_destroy(&pool);
    return made;
}
