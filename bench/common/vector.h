/* SPDX-License-Identifier: MIT */
/* vector.h: three floats. By + - * / and square root alone: the same bits on every machine. */
#ifndef CLAIMCHECK_BENCH_COMMON_VECTOR_H
#define CLAIMCHECK_BENCH_COMMON_VECTOR_H

#include <math.h>

struct vector {
    float x, y, z;
};

static inline struct vector vector_add(struct vector a, struct vector b)
{
    return (struct vector){ a.x + b.x, a.y + b.y, a.z + b.z };
}

static inline struct vector vector_sub(struct vector a, struct vector b)
{
    return (struct vector){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static inline struct vector vector_scale(struct vector a, float factor)
{
    return (struct vector){ a.x * factor, a.y * factor, a.z * factor };
}

/* Component by component. */
static inline struct vector vector_mul(struct vector a, struct vector b)
{
    return (struct vector){ a.x * b.x, a.y * b.y, a.z * b.z };
}

static inline float vector_dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vector vector_cross(struct vector a, struct vector b)
{
    return (struct vector){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* Scales to length 1; the zero vector stays. */
static inline struct vector vector_unit(struct vector a)
{
    const float square = vector_dot(a, a);
    return square > 0 ? vector_scale(a, 1 / sqrtf(square)) : a;
}

static inline float vector_component(struct vector a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

#endif
