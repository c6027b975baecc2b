/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* rows: exclusive sums of each row of the table, a group for each value of the digit; its total. */
#include "digits.glsl"

layout(std430, binding = 0) buffer Table { uint table[]; };
layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };

layout(push_constant) uniform Push
{
    uint columns;
} push;

shared uint sum;

void main()
{
    const uint size = gl_WorkGroupSize.x;
    uint carry = 0;
    for (uint i = thread_index(); i - thread_index() < push.columns; i += size) {
        const uint own = i < push.columns ? table[gl_WorkGroupID.x * push.columns + i] : 0;
        const uint before = carry + threads_before(own);
        if (i < push.columns)
            table[gl_WorkGroupID.x * push.columns + i] = before;
        if (thread_index() == size - 1)
            sum = before + own;
        barrier();
        carry = sum;
    }
    if (thread_index() == 0)
        totals[gl_WorkGroupID.x] = carry;
}
