/* SPDX-License-Identifier: MIT */
#version 460
/*
 * frame_shade: the terrain by one light, flat triangles.
 *
 * Computes    colour by the height and the slope of the triangle.
 * Bench       cbt.draw, all variants.
 * Bindings    3 views.
 * Constants   none; push.view_index.
 * Dispatch    per fragment.
 * Work        a normal from derivatives; no height is read.
 * Error       8 bits a channel.
 * Needs       graphics.
 * Source      our own: as little as makes the draw a picture, so that vertices are what is timed.
 */
#extension GL_GOOGLE_include_directive : require
const int FRAME_VIEWS_BINDING = 3;

#include "cbt/frame_view.glsl"
#include "cbt/frame_colour.glsl"

layout(push_constant) uniform Push { uint view_index; };

layout(location = 0) flat in uint leaf_id;
layout(location = 1) in vec3 place_from_eye;
layout(location = 0) out vec4 pixel;

void main()
{
    const vec3 across = dFdx(place_from_eye), along = dFdy(place_from_eye);
    const vec3 normal = normalize(cross(across, along));
    const float height = place_from_eye.z + float(views[view_index].eye[2]);
    pixel = vec4(terrain_colour(height, normal.z < 0 ? -normal : normal), 1);
}
