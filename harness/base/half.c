/* SPDX-License-Identifier: MIT */
#include "harness/half.h"

#include <string.h>

enum { EXPONENT_BIAS = 127 - 15, HALF_INFINITY = 0x7c00, FRACTION_CUT = 13 };

/* Shifted right, to the nearest, ties to even; 1 <= shift <= 31. */
static uint32_t shift_rounded(uint32_t bits, uint32_t shift)
{
    const uint32_t kept = bits >> shift, rest = bits & ((1u << shift) - 1), tie = 1u << (shift - 1);
    return kept + (rest > tie || (rest == tie && (kept & 1)));
}

uint16_t half_from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    const uint32_t sign = bits >> 16 & 0x8000;
    const uint32_t magnitude = bits & 0x7fffffff, exponent = magnitude >> 23;
    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (exponent > EXPONENT_BIAS) { /* a carry out of the fraction raises the exponent */
        const uint32_t half =
            shift_rounded(magnitude - ((uint32_t)EXPONENT_BIAS << 23), FRACTION_CUT);
        return (uint16_t)(sign | (half < HALF_INFINITY ? half : HALF_INFINITY));
    }
    const uint32_t shift = FRACTION_CUT + EXPONENT_BIAS + 1 - exponent;
    const uint32_t fraction = (magnitude & 0x7fffff) | 0x800000;
    return (uint16_t)(sign | (shift < 32 ? shift_rounded(fraction, shift) : 0));
}

float half_to_float(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31;
    const uint32_t fraction = half & 0x3ff;
    if (exponent == 0) {
        const float small = (float)fraction / 16777216; /* 2^-24 is the least */
        return sign ? -small : small;
    }
    const uint32_t bits = exponent == 31 ? sign | 0x7f800000 | fraction << 13
                                         : sign | (exponent + EXPONENT_BIAS) << 23 | fraction << 13;
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

float half_round(float value)
{
    const float largest = 65504, least = 1.0f / 16384;
    if (value > -least && value < least)
        return 0;
    const float limited = value > largest ? largest : value < -largest ? -largest : value;
    return half_to_float(half_from_float(limited));
}
