/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* upsweep: how many keys of each group's share have each value of the digit. */
#include "digits.glsl"
#include "shares.glsl"

layout(constant_id = 0) const uint ITEMS = 16;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Table { uint table[]; };

shared uint counts[VALUES];

void main()
{
    const uint thread = gl_LocalInvocationIndex;
    uint first, end;
    share_tiles(ITEMS * VALUES, first, end);
    counts[thread] = 0;
    barrier();
    for (uint tile = first; tile < end; tile++)
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint place = (tile * ITEMS + k) * VALUES + thread;
            if (place < push.count)
                atomicAdd(counts[digit_of(keys[place], push.pass)], 1);
        }
    barrier();
    table[thread * gl_NumWorkGroups.x + gl_WorkGroupID.x] = counts[thread];
}
