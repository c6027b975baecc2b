/* SPDX-License-Identifier: MIT */
/*
 * per_level.glsl: Program 3 of Tokuyoshi (2014), behind subdivision.glsl and published.glsl:
 * per_level.comp reads the pyramid from a buffer, per_level_image.comp from an image.
 */
#ifndef TILE_SUBDIVISION_PER_LEVEL_GLSL
#define TILE_SUBDIVISION_PER_LEVEL_GLSL

void main()
{
    const uint layer = gl_WorkGroupID.y * gl_NumWorkGroups.z + gl_WorkGroupID.z;
    const uint entry = layer * gl_WorkGroupSize.z + gl_LocalInvocationID.z;
    if (entry >= control[31])
        return;
    const uint pass = push.parameter[0];
    const uint level = TOP - 1 - pass;
    const node parent = queue_decode(queue_in[entry], level + 1);
    const node child = node(level, 2 * parent.x + gl_LocalInvocationID.x,
                            2 * parent.y + gl_LocalInvocationID.y);
    subdivide_tile(child, importance_at(child), threshold_at(child), pass + 1);
}

#endif
