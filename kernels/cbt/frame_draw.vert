/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_draw: a vertex of the terrain: decodes its leaf, places it in the leaf's meshlet, lifts it.
 *
 * Computes    clip position; the leaf, and the place relative to the eye, for the fragment shader.
 * Bench       cbt.draw, variants vertex (baseline), indexed and listed.
 * Bindings    0 heap, reduced; 1 list of leaves, where LISTED; 2 heights; 3 views.
 * Constants   0 and 1 of heap.glsl (DEPTH, LAYOUT), 3 MAP_LEVELS, 4 MESHLET, 5 LISTED, 6
 *             INDEXED: with 1 an index is i + 256 j, the vertex's place in the meshlet; with 0
 *             vertices 3t to 3t+2 are the corners of triangle t, 9 PARALLEL; push.view_index.
 * Dispatch    a draw of 4^MESHLET * 3 vertices or indices for each leaf, as instances.
 * Work        per vertex: decodes a handle (2 words per level of the tree, or 1 of the list), reads
 *             4 heights.
 * Error       rounding of one projection, the same in all variants; not precise: sixteenths of a
 *             unit, exact.
 * Needs       graphics.
 * Source      Deliot et al. 2021, Rendering the subdivision, Meshlet; indexed and listed: contender
 */
layout(constant_id = 3) const uint MAP_LEVELS = 11;
layout(constant_id = 4) const uint MESHLET = 0;
layout(constant_id = 5) const uint LISTED = 0;
layout(constant_id = 6) const uint INDEXED = 0;

const int FRAME_HEIGHTS_BINDING = 2, FRAME_VIEWS_BINDING = 3;

#include "cbt/frame_leaf.glsl"
#include "cbt/frame_meshlet.glsl"

layout(push_constant) uniform Push { uint view_index; };

layout(location = 0) flat out uint leaf_id;
layout(location = 1) out vec3 place_from_eye;

invariant gl_Position;

void main()
{
    const uint vertex = gl_VertexIndex;
    const uint leaf = leaf_of(gl_InstanceIndex);
    const uvec2 at = INDEXED != 0 ? uvec2(vertex & 255, vertex >> 8)
                                  : meshlet_corner(vertex / 3, vertex % 3);
    const uvec2 place = meshlet_place(leb_node_triangle(leaf), at);
    const vec3 relative = from_eye(views[view_index], place);
    gl_Position = clip_position(views[view_index], relative);
    leaf_id = leaf;
    place_from_eye = relative;
}
