/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* histogram: how many keys have each value of each of the four digits, in one pass over the keys. */
#include "digits.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint count;
} push;

shared uint counts[4 * VALUES];

void count_key(uint place)
{
    if (place >= push.count)
        return;
    const uint key = keys[place];
    [[unroll]] for (uint pass = 0; pass < 4; pass++)
        atomicAdd(counts[pass * VALUES + digit_of(key, pass)], 1);
}

void main()
{
    const uint thread = gl_LocalInvocationIndex, step = gl_NumWorkGroups.x * VALUES;
    [[unroll]] for (uint pass = 0; pass < 4; pass++)
        counts[pass * VALUES + thread] = 0;
    barrier();
    for (uint i = gl_WorkGroupID.x * VALUES + thread; i < push.count; i += 4 * step)
        [[unroll]] for (uint k = 0; k < 4; k++)
            count_key(i + k * step);
    barrier();
    [[unroll]] for (uint pass = 0; pass < 4; pass++)
        atomicAdd(totals[pass * VALUES + thread], counts[pass * VALUES + thread]);
}
