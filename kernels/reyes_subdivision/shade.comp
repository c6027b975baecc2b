/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * shade: a colour per micropolygon.
 *
 * Computes    diffuse light from above on the left, on both sides, by the cross product of the
 *             diagonals: 0xffRRGGBB.
 * Bench       reyes_subdivision.frame, all variants.
 * Bindings    3 control; 4 grids, 5 colours of micropolygon.glsl.
 * Constants   0 group size; 1 DICE; push of micropolygon.glsl.
 * Dispatch    a thread per micropolygon; the group's index is x + y * groups in x; threads beyond
 *             the count do nothing.
 * Work        reads 16 bytes per corner, writes 4; REYES_SHADE_OPERATIONS operations (device.h).
 * Error       a unit of 255 where rounding decides.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; no loop.
 * Source      Weber 2014, section 2; the colours are ours.
 */
layout(local_size_x_id = 0) in;

#include "reyes_subdivision/micropolygon.glsl"

layout(std430, binding = 4) readonly buffer Grids { vec4 grids[]; };
layout(std430, binding = 5) writeonly buffer Shades { uint shades[]; };

const vec3 LIGHT = vec3(-0.40, 0.65, 0.65);
const vec3 BASE_COLOUR = vec3(224.0, 176.0, 128.0);
const float AMBIENT = 0.15, DIFFUSE = 0.85;

void main()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint k = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint index = k / (DICE * DICE), i = k / DICE % DICE, j = k % DICE;
    if (index >= drawn_count())
        return;
    const vec3 along = grids[corner_index(index, i + 1, j + 1)].xyz -
                       grids[corner_index(index, i, j)].xyz;
    const vec3 across = grids[corner_index(index, i, j + 1)].xyz -
                        grids[corner_index(index, i + 1, j)].xyz;
    const vec3 normal = cross(along, across);
    const float square = dot(normal, normal);
    const float cosine = square > 0.0 ? abs(dot(normal, LIGHT)) / sqrt(square) : 0.0;
    const uvec3 colour =
        uvec3(min(BASE_COLOUR * (AMBIENT + DIFFUSE * cosine) + 0.5, vec3(255.0)));
    shades[k] = 0xff000000u | colour.r << 16 | colour.g << 8 | colour.b;
}
