/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* order_move, but the first two of a key have one place. */
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 1) readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) readonly buffer Ranks { uint ranks[]; };
layout(std430, binding = 3) writeonly buffer Ordered { uvec4 ordered[]; };
#include "detp/order_push.glsl"
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.items)
        return;
    const uvec4 first = records[2 * i], second = records[2 * i + 1];
    const uint to = starts[push_key(first, second)] + max(ranks[i], 1) - 1 - push.before;
    const bool apart = BY == ORDER_ROWS;
    ordered[apart ? to : 2 * to] = BY == ORDER_RAYS ? first : uvec4(first.xyz, i);
    ordered[apart ? push.items + to : 2 * to + 1] = second;
}
