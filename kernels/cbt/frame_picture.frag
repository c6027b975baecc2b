/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_picture: the terrain as it is shown to people.
 *
 * Computes    STYLE 0: the ground by sun and sky, seen through air; 1: the same, paler, with the
 *             edges of triangles thin and of leaves bold; 2: leaves by their depth.
 * Bench       none: `claimcheck inspect cbt --view`.
 * Bindings    2 heights; 3 views.
 * Constants   3 MAP_LEVELS, 7 STYLE, 8 pixels of the target per pixel of the picture, across;
 *             push.view_index.
 * Dispatch    per fragment.
 * Work        reads 16 heights.
 * Error       8 bits a channel.
 * Needs       graphics.
 * Source      our own.
 */
layout(constant_id = 3) const uint MAP_LEVELS = 11;
layout(constant_id = 7) const uint STYLE = 0;
layout(constant_id = 8) const uint SAMPLES = 1;

const int FRAME_HEIGHTS_BINDING = 2, FRAME_VIEWS_BINDING = 3;

#include "cbt/frame_heights.glsl"
#include "cbt/frame_view.glsl"
#include "cbt/frame_colour.glsl"

layout(push_constant) uniform Push { uint view_index; };

layout(location = 0) flat in uint leaf_id;
layout(location = 1) in vec3 place_from_eye;
layout(location = 2) in vec3 corner;
layout(location = 3) in vec3 leaf_corner;
layout(location = 0) out vec4 pixel;

float height_at(vec2 place)
{
    const uint side = 1u << GRID_BITS;
    const uvec2 at = uvec2(clamp(place, vec2(0), vec2(side)));
    return float(heightmap_height(at)) / float(1 << FRACTION_BITS);
}

/* From differences over two cells of the map, so that cells do not show. */
vec3 smooth_normal(vec2 place)
{
    const float step = float(1u << GRID_BITS - MAP_LEVELS);
    const vec2 x = vec2(step, 0), y = vec2(0, step);
    return normalize(vec3(height_at(place - x) - height_at(place + x),
                          height_at(place - y) - height_at(place + y), 2 * step));
}

/* 1 on an edge, 0 elsewhere; `width` in pixels of the picture, on both sides together. */
float edge(vec3 at, float width)
{
    const vec3 away = at / max(fwidth(at), vec3(1e-9)) / float(SAMPLES);
    return 1 - smoothstep(width / 2 - 0.35, width / 2 + 0.35, min(away.x, min(away.y, away.z)));
}

/* Coarse leaves blue, fine ones red. */
vec3 depth_colour(uint depth)
{
    const float t = clamp((float(depth) - 4) / 22, 0.0, 1.0) * 4;
    const vec3 stops[5] = { vec3(0.19, 0.24, 0.55), vec3(0.16, 0.55, 0.62), vec3(0.45, 0.70, 0.33),
                            vec3(0.93, 0.74, 0.25), vec3(0.80, 0.26, 0.20) };
    const uint at = min(uint(t), 3);
    return mix(stops[at], stops[at + 1], t - float(at));
}

void main()
{
    const View view = views[view_index];
    const vec3 place = place_from_eye + vec3(view.eye[0], view.eye[1], view.eye[2]);
    const vec3 normal = smooth_normal(place.xy);
    const float kilometres = length(place_from_eye) / UNITS_PER_METRE / 1000;
    const float haze = 1 - exp(-kilometres / 150);
    vec3 colour = terrain_colour(place.z, normal);
    if (STYLE == 2) {
        const float shade = 0.45 + 0.55 * max(dot(normal, SUN), 0.0) + 0.1 * (normal.z - 1);
        const uint depth = uint(findMSB(leaf_id));
        colour = depth_colour(depth) * shade * ((depth & 1) != 0 ? 1.0 : 0.9);
        colour = mix(colour, colour * 0.35, edge(leaf_corner, 1.0));
    } else {
        colour = mix(colour, SKY_LOW, haze);
    }
    if (STYLE == 1) {
        colour = mix(colour, vec3(1), 0.45);
        colour = mix(colour, vec3(0.10, 0.12, 0.16), 0.7 * edge(corner, 0.7));
        colour = mix(colour, vec3(0.75, 0.10, 0.05), 0.9 * edge(leaf_corner, 1.0));
    }
    pixel = vec4(colour, 1);
}
