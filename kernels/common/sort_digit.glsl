/* SPDX-License-Identifier: MIT */
/* sort_digit.glsl: a digit of a key, and what both parts of a pass of a sort are told. */
#ifndef COMMON_SORT_DIGIT_GLSL
#define COMMON_SORT_DIGIT_GLSL

layout(constant_id = 1) const uint DIGIT_BITS = 8;

layout(push_constant) uniform Push
{
    uint entries, tiles, shift;
} push;

const uint ENTRIES = 4; /* of one thread */

uint digit_of(uint key)
{
    return bitfieldExtract(key, int(push.shift), int(DIGIT_BITS));
}

#endif
