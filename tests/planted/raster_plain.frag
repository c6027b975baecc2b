/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_plain: the colour of the triangle, for tests/engine/gpu/raster_test.c.
 *
 * Computes    the colour word as RGBA8.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Dispatch    per fragment.
 */
layout(location = 0) flat in uint colour;
layout(location = 0) out vec4 pixel;

void main()
{
    pixel = unpackUnorm4x8(colour);
}
