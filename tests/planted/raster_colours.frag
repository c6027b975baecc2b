/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_colours: four outputs at once, for tests/engine/gpu/raster_test.c.
 *
 * Computes    the colour word as RGBA8; as a number; both with its bytes turned around.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Dispatch    per fragment.
 */
layout(location = 0) flat in uint colour;
layout(location = 0) out vec4 plain;
layout(location = 1) out uint number;
layout(location = 2) out vec4 turned;
layout(location = 3) out uint turned_number;

void main()
{
    plain = unpackUnorm4x8(colour);
    number = colour;
    turned = plain.wzyx;
    turned_number = packUnorm4x8(turned);
}
