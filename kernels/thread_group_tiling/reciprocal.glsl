/* SPDX-License-Identifier: MIT */
/* reciprocal.glsl: 1/x by multiplications, the same bits on any device; in C, picture.h. */
#ifndef THREAD_GROUP_TILING_RECIPROCAL_GLSL
#define THREAD_GROUP_TILING_RECIPROCAL_GLSL

float reciprocal(float x)
{
    const float a = uintBitsToFloat(0x7ef311c7u - floatBitsToUint(x));
    precise float b = a * (2.0 - x * a);
    precise float c = b * (2.0 - x * b);
    precise float d = c * (2.0 - x * c);
    return d;
}

#endif
