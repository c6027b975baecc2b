/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * frame_wire: frame_draw with the corners of triangles, for pictures of the mesh.
 *
 * Computes    as frame_draw; which corner of its triangle and of its leaf a vertex is.
 * Bench       none: `claimcheck inspect cbt --view`.
 * Bindings    0 heap, reduced; 1 list of leaves, where LISTED; 2 heights; 3 views.
 * Constants   0 and 1 of heap.glsl, 3 MAP_LEVELS, 4 MESHLET, 5 LISTED, 9 PARALLEL (0);
 *             push.view_index.
 * Dispatch    a draw of 4^MESHLET * 3 vertices for each leaf, as instances.
 * Work        as frame_draw.
 * Error       as frame_draw; not precise: where a corner lies in its triangle.
 * Needs       graphics.
 * Source      our own.
 */
layout(constant_id = 3) const uint MAP_LEVELS = 11;
layout(constant_id = 4) const uint MESHLET = 0;
layout(constant_id = 5) const uint LISTED = 0;

const int FRAME_HEIGHTS_BINDING = 2, FRAME_VIEWS_BINDING = 3;

#include "cbt/frame_leaf.glsl"
#include "cbt/frame_meshlet.glsl"

layout(push_constant) uniform Push { uint view_index; };

layout(location = 0) flat out uint leaf_id;
layout(location = 1) out vec3 place_from_eye;
layout(location = 2) out vec3 corner;
layout(location = 3) out vec3 leaf_corner;

void main()
{
    const uint vertex = gl_VertexIndex, k = vertex % 3;
    const uint leaf = leaf_of(gl_InstanceIndex);
    const uvec2 at = meshlet_corner(vertex / 3, k);
    const uvec2 place = meshlet_place(leb_node_triangle(leaf), at);
    const vec3 relative = from_eye(views[view_index], place);
    const vec2 share = vec2(at) / float(1 << MESHLET);
    gl_Position = clip_position(views[view_index], relative);
    leaf_id = leaf;
    place_from_eye = relative;
    corner = vec3(k == 0, k == 1, k == 2);
    leaf_corner = vec3(share, 1 - share.x - share.y);
}
