/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* upsweep: the sum of each tile. */
#include "tile.glsl"

layout(std430, binding = 2) writeonly buffer Totals { T totals[]; };

void main()
{
    tile_load(gl_WorkGroupID.x);
    T total;
    subgroups_scan(rows_sum(), total);
    if (gl_LocalInvocationIndex == 0)
        totals[gl_WorkGroupID.x] = total;
}
