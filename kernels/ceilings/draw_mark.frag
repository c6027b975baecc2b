/* SPDX-License-Identifier: MIT */
#version 460
/*
 * draw_mark: the least that shows which pixel a fragment is of.
 *
 * Computes    push.seed ^ i, for pixel i of the picture, row-major.
 * Bench       ceilings.draw, variants vertices and pixels.
 * Bindings    none.
 * Constants   none; push.width, push.height (unused), push.stride (unused), push.seed.
 * Dispatch    per fragment.
 * Work        writes 4 bytes.
 * Error       none: integers.
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

layout(location = 0) out uint pixel;

void main()
{
    pixel = push.seed ^ (uint(gl_FragCoord.x) + push.width * uint(gl_FragCoord.y));
}
