/* SPDX-License-Identifier: MIT */
#version 460
/*
 * raster_number: the colour word as a number, and a count of fragments, for tests/engine/gpu/raster_test.c.
 *
 * Computes    pixel = colour word; the number of fragments that passed the depth test.
 * Bench       tests/engine/gpu/raster_test.c only.
 * Bindings    1 the count.
 * Constants   0 what is added to the colour word.
 * Dispatch    per fragment.
 * Work        an atomic per fragment.
 */
layout(early_fragment_tests) in;
layout(constant_id = 0) const uint ADDED = 0;
layout(std430, binding = 1) buffer Count { uint count; };
layout(location = 0) flat in uint colour;
layout(location = 0) out uint pixel;

void main()
{
    atomicAdd(count, 1);
    pixel = colour + ADDED;
}
