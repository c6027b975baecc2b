/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* reduce: the sum of each tile. */
#include "tile.glsl"

layout(std430, binding = 1) writeonly buffer Totals { uint totals[]; };

void main()
{
    const uint total = tile_sum(gl_WorkGroupID.x);
    if (gl_LocalInvocationIndex == 0)
        totals[gl_WorkGroupID.x] = total;
}
