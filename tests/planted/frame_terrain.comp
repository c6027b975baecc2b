/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
/*
 * frame_terrain: the terrain's predicates over a list of triangles, for tests/bench/cbt/terrain_test.c.
 *
 * Computes    per triangle: flat 1, outside 2, long edge 4, wants division 8; height of a in bits 8
 *             and up.
 * Bench       tests/bench/cbt/terrain_test.c only.
 * Bindings    0 heights, 1 variances, 2 views, 3 triangles, 4 answers.
 * Constants   0 levels of the map, 1 number of triangles.
 * Dispatch    a thread per triangle, groups of 64.
 * Work        reads 24 bytes per triangle.
 * Error       none: integers.
 * Needs       shader_int64; nothing where WIDE is uvec2.
 */
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint MAP_LEVELS = 8;
layout(constant_id = 1) const uint COUNT = 1;

const int FRAME_HEIGHTS_BINDING = 0, FRAME_VARIANCES_BINDING = 1, FRAME_VIEWS_BINDING = 2;

#include "cbt/frame_terrain.glsl"

layout(std430, binding = 3) readonly buffer Triangles { uint words[]; };
layout(std430, binding = 4) writeonly buffer Answers { uint answers[]; };

void main()
{
    const uint at = gl_GlobalInvocationID.x;
    if (at >= COUNT)
        return;
    const Triangle t = Triangle(uvec2(words[6 * at], words[6 * at + 3]),
                                uvec2(words[6 * at + 1], words[6 * at + 4]),
                                uvec2(words[6 * at + 2], words[6 * at + 5]));
    const Corners corners = displaced(t);
    const View view = views[1];
    answers[at] = (terrain_is_flat(view, t) ? 1 : 0) |
                  (terrain_is_outside(view, corners) ? 2 : 0) |
                  (terrain_edge_is_long(view, corners) ? 4 : 0) |
                  (terrain_wants_division(view, t) ? 8 : 0) | heightmap_height(t.a) << 8;
}
