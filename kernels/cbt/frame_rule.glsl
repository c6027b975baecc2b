/* SPDX-License-Identifier: MIT */
/*
 * frame_rule: the predicates of a frame over terrain, for update_wants.glsl, as terrain.h has them.
 * Needs leb.glsl and 64-bit integers; the includer declares FRAME_HEIGHTS_BINDING,
 * FRAME_VARIANCES_BINDING and FRAME_VIEWS_BINDING.
 */
#ifndef CBT_FRAME_RULE_GLSL
#define CBT_FRAME_RULE_GLSL

/* struct frame_push of frame.c; MAP_LEVELS is log2 of the heights per side. */
layout(push_constant) uniform Frame { uint frame_view, frame_merges, MAP_LEVELS; };

#include "cbt/frame_terrain.glsl"

/* Units of the grid per unit of leb.glsl: 2^20 against 2^16. */
const int FRAME_LEB_SHIFT = 4;

bool frame_wants_division(uint node)
{
    const leb_triangle t = leb_node_triangle(node);
    return terrain_wants_division(views[frame_view], Triangle(uvec2(t.a << FRAME_LEB_SHIFT),
                                                              uvec2(t.b << FRAME_LEB_SHIFT),
                                                              uvec2(t.c << FRAME_LEB_SHIFT)));
}

bool update_splits(uint leaf)
{
    return frame_wants_division(leaf);
}

bool update_merges(uint base, uint top)
{
    return !frame_wants_division(base) && !frame_wants_division(top);
}

#endif
