/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* bvh_trace, but rays come to the far planes of boxes first. */
#include "detp/detp.glsl"
#include "detp/sums.glsl"
#define lessThan greaterThan
#include "detp/bvh_trace.glsl"
