/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * dice: the corners of the micropolygons of each drawn range.
 *
 * Computes    DICE + 1 squared points of a range, u and v equally spaced with the ends, in eye
 *             space.
 * Bench       reyes_subdivision.frame, all variants.
 * Bindings    0..3 of bound.glsl; 4 grids of micropolygon.glsl.
 * Constants   0 group size; 1 DICE; push of micropolygon.glsl.
 * Dispatch    a group per drawn range; the group's index is x + y * groups in x; groups beyond the
 *             count end at once.
 * Work        reads a range and its patch, writes 16 bytes per corner; REYES_DICE_OPERATIONS
 *             operations (device.h) each; bound by bandwidth.
 * Error       as bound.comp, and the rounding of i / DICE.
 * Needs       nothing beyond Vulkan 1.3; no forward progress between groups; its loop is over the
 *             corners.
 * Source      Weber 2014, section 2; Cook et al. 1987.
 */
layout(local_size_x_id = 0) in;

#include "reyes_subdivision/bound.glsl"
#include "reyes_subdivision/micropolygon.glsl"

layout(std430, binding = 2) readonly buffer Drawn { uvec2 drawn[]; };
layout(std430, binding = 4) writeonly buffer Grids { vec4 grids[]; };

vec3 eye_point(uint base, float u, float v)
{
    const vec4 weights = bezier_weights(u);
    const vec3 a = bezier_sum(patches[base].xyz, patches[base + 4].xyz, patches[base + 8].xyz,
                              patches[base + 12].xyz, weights);
    const vec3 b = bezier_sum(patches[base + 1].xyz, patches[base + 5].xyz, patches[base + 9].xyz,
                              patches[base + 13].xyz, weights);
    const vec3 c = bezier_sum(patches[base + 2].xyz, patches[base + 6].xyz, patches[base + 10].xyz,
                              patches[base + 14].xyz, weights);
    const vec3 d = bezier_sum(patches[base + 3].xyz, patches[base + 7].xyz, patches[base + 11].xyz,
                              patches[base + 15].xyz, weights);
    return to_eye(bezier_sum(a, b, c, d, bezier_weights(v)));
}

void main()
{
    const uint index = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (index >= drawn_count())
        return;
    const range r = range_load(drawn[index]);
    const vec4 bounds = range_bounds(r);
    const uint corners = (DICE + 1) * (DICE + 1);
    for (uint k = gl_LocalInvocationIndex; k < corners; k += gl_WorkGroupSize.x) {
        const uint i = k / (DICE + 1), j = k % (DICE + 1);
        precise vec2 at =
            bounds.xy + (bounds.zw - bounds.xy) * (vec2(float(i), float(j)) / float(DICE));
        grids[corner_index(index, i, j)] = vec4(eye_point(16 * r.patch_, at.x, at.y), 1.0);
    }
}
