/* SPDX-License-Identifier: MIT */
#version 460
/*
 * frame_gbuffer: what shading would want of the terrain later, in four colours, flat triangles.
 *
 * Computes    the colour of the ground; the normal, -1..1 in 0..1; the leaf's node as a number; the
 *             light of sun and sky.
 * Bench       cbt.draw, all variants, in its pass gbuffer.
 * Bindings    3 views.
 * Constants   none; push.view_index.
 * Dispatch    per fragment.
 * Work        a normal from derivatives; no height is read. Writes 16 bytes and the depth.
 * Error       8 bits a channel.
 * Needs       graphics.
 * Source      our own: Deliot et al. 2021 time a G-buffer, and do not say what is in it.
 */
#extension GL_GOOGLE_include_directive : require
const int FRAME_VIEWS_BINDING = 3;

#include "cbt/frame_view.glsl"
#include "cbt/frame_colour.glsl"

layout(push_constant) uniform Push { uint view_index; };

layout(location = 0) flat in uint leaf_id;
layout(location = 1) in vec3 place_from_eye;
layout(location = 0) out vec4 ground;
layout(location = 1) out vec4 facing;
layout(location = 2) out uint leaf;
layout(location = 3) out vec4 light;

void main()
{
    const vec3 across = dFdx(place_from_eye), along = dFdy(place_from_eye);
    const vec3 either = normalize(cross(across, along)), normal = either.z < 0 ? -either : either;
    const float height = place_from_eye.z + float(views[view_index].eye[2]);
    ground = vec4(ground_colour(height / UNITS_PER_METRE, normal.z), 1);
    facing = vec4(0.5 + 0.5 * normal, 1);
    leaf = leaf_id;
    light = vec4(terrain_light(normal), 1);
}
