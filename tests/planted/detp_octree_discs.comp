/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* octree_discs, but the first two discs of a leaf have one place. */
layout(local_size_x_id = 0) in;
#include "detp/detp.glsl"
#include "detp/octree.glsl"
layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_discs[]; };
layout(std430, binding = 2) readonly buffer Numbers { uint numbers[]; };
layout(std430, binding = 3) writeonly buffer Sorted { vec4 sorted[]; };
void main()
{
    const uint disc = gl_GlobalInvocationID.x;
    if (disc >= push.disc_count)
        return;
    const vec3 centre = discs[2 * disc].xyz;
    const uint number = numbers[disc] == 1 ? 0 : numbers[disc];
    const uint to = first_discs[octree_leaf(centre)] + number;
    sorted[2 * to] = vec4(centre, uintBitsToFloat(disc));
    sorted[2 * to + 1] = discs[2 * disc + 1];
}
