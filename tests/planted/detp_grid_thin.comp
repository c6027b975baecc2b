/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* grid_trace, but between the planes of a slab the ray has no width: cells beside it are lost. */
#include "detp/detp.glsl"
#include "detp/sums.glsl"
#define sqrt(square) (0 * (square))
#include "detp/grid_trace.glsl"
