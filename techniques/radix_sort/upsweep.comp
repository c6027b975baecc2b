/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* upsweep: how many keys of each group's share have each value of the digit. */
#include "digits.glsl"
#include "shares.glsl"

layout(constant_id = 1) const uint ITEMS = 16;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer KeyRows { uvec4 key_rows[]; };
layout(std430, binding = 2) writeonly buffer Table { uint table[]; };

shared uint counts[VALUES];

void key_count(uint key)
{
    atomicAdd(counts[digit_of(key, push.pass)], 1);
}

void row_count(uvec4 row)
{
    [[unroll]] for (uint j = 0; j < 4; j++)
        key_count(row[j]);
}

void main()
{
    const uint size = gl_WorkGroupSize.x, thread = gl_LocalInvocationIndex;
    uint first, end;
    share_tiles(ITEMS * size, first, end);
    if (thread < VALUES)
        counts[thread] = 0;
    barrier();
    const uint keys_end = min(end * ITEMS * size, push.count), rows = keys_end / 4;
    uint row = first * ITEMS * size / 4 + thread;
    for (; row + size < rows; row += 2 * size) {
        const uvec4 one = key_rows[row], other = key_rows[row + size];
        row_count(one);
        row_count(other);
    }
    if (row < rows)
        row_count(key_rows[row]);
    if (first < end && 4 * rows + thread < keys_end)
        key_count(keys[4 * rows + thread]);
    barrier();
    if (thread < VALUES)
        table[thread * gl_NumWorkGroups.x + gl_WorkGroupID.x] = counts[thread];
}
