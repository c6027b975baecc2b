/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* grid_trace, but sums are read, added to and written by several threads at a time. */
#include "detp/detp.glsl"
layout(std430, binding = 3) buffer Sums { uvec4 sums[]; };
void sums_add(uint disc, uint energies)
{
    sums[disc] += uvec4(detp_energy(energies), 1);
}
#include "detp/grid_trace.glsl"
