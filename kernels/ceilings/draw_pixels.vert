/* SPDX-License-Identifier: MIT */
#version 460
/*
 * draw_pixels: triangles that each fill the picture.
 *
 * Computes    the clip position of a corner of a triangle about the whole picture.
 * Bench       ceilings.draw, variant pixels.
 * Bindings    none.
 * Constants   none.
 * Dispatch    a draw of 3 vertices for each triangle.
 * Work        per vertex next to none.
 * Error       none.
 * Needs       graphics.
 * Source      our own.
 */
void main()
{
    const uint corner = gl_VertexIndex % 3;
    gl_Position = vec4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0.5, 1);
}
