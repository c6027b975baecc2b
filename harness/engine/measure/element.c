/* SPDX-License-Identifier: MIT */
#include "harness/engine/measure/element.h"

#include "harness/half.h"

#include <math.h>
#include <string.h>

/* tests/engine/measure/context_types_test.c holds it against what a compiler makes of each name. */
const struct context_type context_types[] = {
    { "uint", CONTEXT_UNSIGNED, 4, 1 },
    { "int", CONTEXT_SIGNED, 4, 1 },
    { "float", CONTEXT_FLOAT, 4, 1 },
    { "double", CONTEXT_FLOAT, 8, 1 },
    { "half", CONTEXT_FLOAT, 2, 1 },
    { "uint8_t", CONTEXT_UNSIGNED, 1, 1 },
    { "uint16_t", CONTEXT_UNSIGNED, 2, 1 },
    { "uint32_t", CONTEXT_UNSIGNED, 4, 1 },
    { "uint64_t", CONTEXT_UNSIGNED, 8, 1 },
    { "int8_t", CONTEXT_SIGNED, 1, 1 },
    { "int16_t", CONTEXT_SIGNED, 2, 1 },
    { "int32_t", CONTEXT_SIGNED, 4, 1 },
    { "int64_t", CONTEXT_SIGNED, 8, 1 },
    { "float16_t", CONTEXT_FLOAT, 2, 1 },
    { "float32_t", CONTEXT_FLOAT, 4, 1 },
    { "float64_t", CONTEXT_FLOAT, 8, 1 },
    { "uvec2", CONTEXT_UNSIGNED, 8, 2 },
    { "uvec4", CONTEXT_UNSIGNED, 16, 4 },
    { "ivec2", CONTEXT_SIGNED, 8, 2 },
    { "ivec4", CONTEXT_SIGNED, 16, 4 },
    { "vec2", CONTEXT_FLOAT, 8, 2 },
    { "vec4", CONTEXT_FLOAT, 16, 4 },
    { "uint2", CONTEXT_UNSIGNED, 8, 2 },
    { "uint4", CONTEXT_UNSIGNED, 16, 4 },
    { "int2", CONTEXT_SIGNED, 8, 2 },
    { "int4", CONTEXT_SIGNED, 16, 4 },
    { "float2", CONTEXT_FLOAT, 8, 2 },
    { "float4", CONTEXT_FLOAT, 16, 4 },
    { .name = NULL },
};

const struct context_type *context_type_find(const char *name)
{
    for (const struct context_type *type = context_types; type->name; type++)
        if (strcmp(type->name, name) == 0)
            return type;
    return NULL;
}

double element_real(const uint8_t *number, uint32_t bytes)
{
    double wide;
    float single;
    uint16_t half;
    switch (bytes) {
    case 2: return memcpy(&half, number, 2), (double)half_to_float(half);
    case 4: return memcpy(&single, number, 4), (double)single;
    default: return memcpy(&wide, number, 8), wide;
    }
}

uint64_t element_whole(const uint8_t *number, uint32_t bytes, bool is_signed)
{
    uint64_t value = 0;
    const unsigned unused = 64 - 8 * bytes;
    memcpy(&value, number, bytes); /* little-endian */
    return is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

/* Returns how far a number may be from the right one. */
static double allowed_of(const struct context_element *element, double right)
{
    const double relative = element->relative * right;
    return element->exact ? 0 : relative > element->absolute ? relative : element->absolute;
}

/* Where one of both is not finite, both must be the same. */
static bool real_is_right(const struct context_element *element, double is, double right,
                          double *apart)
{
    if (isnan(right))
        return isnan(is);
    if (!isfinite(is) || !isfinite(right))
        return is == right;
    *apart = fabs(is - right);
    return *apart <= allowed_of(element, fabs(right)) &&
           (!element->exact || signbit(is) == signbit(right));
}

/* The difference is taken without a double, which has 53 bits. */
static bool whole_is_right(const struct context_element *element, uint64_t is, uint64_t right,
                           double *apart)
{
    const bool is_signed = element->form == CONTEXT_SIGNED;
    const bool above = is_signed ? (int64_t)is > (int64_t)right : is > right;
    const uint64_t difference = above ? is - right : right - is;
    const uint64_t magnitude = is_signed && (int64_t)right < 0 ? -right : right;
    const double allowed = allowed_of(element, (double)magnitude);
    *apart = (double)difference;
    return allowed >= 0x1p64 || difference <= (uint64_t)allowed;
}

bool element_is_right(const struct context_element *element, const uint8_t *came,
                      const uint8_t *wanted, struct element_sum *sum)
{
    const uint32_t bytes = element->bytes / element->components;
    const bool is_signed = element->form == CONTEXT_SIGNED;
    bool right = true;
    if (element->form == CONTEXT_WORDS)
        return false;
    for (uint32_t i = 0; i < element->components; i++, came += bytes, wanted += bytes) {
        double apart = 0;
        right &= element->form == CONTEXT_FLOAT
                     ? real_is_right(element, element_real(came, bytes),
                                     element_real(wanted, bytes), &apart)
                     : whole_is_right(element, element_whole(came, bytes, is_signed),
                                      element_whole(wanted, bytes, is_signed), &apart);
        sum->greatest = apart > sum->greatest ? apart : sum->greatest;
        sum->squares += apart * apart;
    }
    return right;
}
