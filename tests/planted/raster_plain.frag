/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_plain: the colour of the triangle, for tests/engine/gpu/raster_test.c.
 *
 * Computes    the colour word as RGBA8.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Bindings    none.
 * Constants   none.
 * Dispatch    per fragment.
 * Work        none.
 * Error       none.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      our own.
 */
layout(location = 0) flat in uint colour;
layout(location = 0) out vec4 pixel;

void main()
{
    pixel = unpackUnorm4x8(colour);
}
