/* SPDX-License-Identifier: MIT */
/*
 * micropolygon.glsl: the grid of each drawn range, as bench/reyes_subdivision/reyes.h has it.
 *
 * Bindings 4..7 of the kernels of the pipeline: 4 grids, DICE + 1 squared corners per range in eye
 * space; 5 colours of micropolygons, DICE squared per range; 6 depths of pixels; 7 their colours.
 */
#ifndef REYES_SUBDIVISION_MICROPOLYGON_GLSL
#define REYES_SUBDIVISION_MICROPOLYGON_GLSL

#include "reyes_subdivision/control.glsl"

layout(constant_id = 1) const uint DICE = 16;

layout(push_constant) uniform Push
{
    uint count; /* of drawn ranges; 0xffffffff: as control has it */
    uint count_max;
} push;

uint drawn_count()
{
    return min(push.count != 0xffffffffu ? push.count : control[DRAWN], push.count_max);
}

uint corner_index(uint range_index, uint i, uint j)
{
    return (range_index * (DICE + 1) + i) * (DICE + 1) + j;
}

#endif
