/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_edges: wireframe by the distance to the nearest edge, for tests/engine/gpu/raster_test.c.
 *
 * Computes    white within a pixel of an edge, the colour word elsewhere.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Dispatch    per fragment.
 */
layout(location = 0) flat in uint colour;
layout(location = 1) in vec3 corner;
layout(location = 0) out vec4 pixel;

void main()
{
    const vec3 pixels = corner / fwidth(corner);
    const bool edge = min(pixels.x, min(pixels.y, pixels.z)) < 1;
    pixel = edge ? vec4(1) : unpackUnorm4x8(colour);
}
