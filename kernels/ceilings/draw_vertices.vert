/* SPDX-License-Identifier: MIT */
#version 460
/*
 * draw_vertices: vertices of triangles without an area, of which few cover a pixel.
 *
 * Computes    the clip position: of triangle i * push.stride a corner about the centre of pixel i,
 *             row-major; of all others one place for all three.
 * Bench       ceilings.draw, variant vertices (baseline).
 * Bindings    none.
 * Constants   none; push.width, push.height (of the picture), push.stride (a power of two),
 *             push.seed (unused).
 * Dispatch    a draw of 3 vertices for each triangle, push.stride triangles for each pixel.
 * Work        per vertex next to none.
 * Error       none: edges are far from centres of pixels.
 * Needs       graphics.
 * Source      our own.
 */
layout(push_constant) uniform Push
{
    uint width;
    uint height;
    uint stride;
    uint seed;
} push;

void main()
{
    const uint triangle = gl_VertexIndex / 3, corner = gl_VertexIndex % 3;
    const uint pixel = triangle / push.stride;
    const float size = (triangle & (push.stride - 1)) == 0 ? 1 : 0;
    const vec2 corners = vec2(corner == 1 ? 0.5 : -0.25, corner == 2 ? 0.5 : -0.25);
    const vec2 at = vec2(pixel % push.width, pixel / push.width) + 0.5 + size * corners;
    gl_Position = vec4(2 * at / vec2(push.width, push.height) - 1, 0.5, 1);
}
