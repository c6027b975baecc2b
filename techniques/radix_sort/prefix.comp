/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* prefix: exclusive sums of the totals of each digit's values, in place, a group for each digit. */
#include "digits.glsl"

layout(std430, binding = 0) buffer Totals { uint totals[]; };

void main()
{
    const uint value = gl_WorkGroupID.x * VALUES + thread_index();
    totals[value] = threads_before(totals[value]);
}
