/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* histogram: how many keys have each value of each of the four digits, in one pass over the keys. */
#include "digits.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer KeyRows { uvec4 key_rows[]; };
layout(std430, binding = 2) buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint count;
} push;

shared uint counts[4 * VALUES];

void key_count(uint key)
{
    [[unroll]] for (uint pass = 0; pass < 4; pass++)
        atomicAdd(counts[pass * VALUES + digit_of(key, pass)], 1);
}

void row_count(uvec4 row)
{
    [[unroll]] for (uint j = 0; j < 4; j++)
        key_count(row[j]);
}

void main()
{
    const uint size = gl_WorkGroupSize.x, thread = gl_LocalInvocationIndex;
    const uint step = gl_NumWorkGroups.x * size, rows = push.count / 4;
    for (uint i = thread; i < 4 * VALUES; i += size)
        counts[i] = 0;
    barrier();
    uint row = gl_GlobalInvocationID.x;
    for (; row + step < rows; row += 2 * step) {
        const uvec4 one = key_rows[row], other = key_rows[row + step];
        row_count(one);
        row_count(other);
    }
    if (row < rows)
        row_count(key_rows[row]);
    if (4 * rows + gl_GlobalInvocationID.x < push.count)
        key_count(keys[4 * rows + gl_GlobalInvocationID.x]);
    barrier();
    for (uint i = thread; i < 4 * VALUES; i += size)
        if (counts[i] > 0)
            atomicAdd(totals[i], counts[i]);
}
