/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_paper_discs: discs of a node's parent against the box of the node.
 *
 * Computes    entry i of the stream: entry i of the list, a disc's index, where the node holds its
 *             centre, else null, 0xffffffff. Of nodes on the same level just one holds it.
 * Bench       detp.estimate, variants octree_paper.
 * Bindings    0 discs; 1 list of the parent; 2 stream.
 * Constants   0 group size; push.lower of the scene's box, push.scale, nodes of the level per unit
 *             of length, push.side, nodes of the level along each axis, push.node among them,
 *             push.count of the list.
 * Dispatch    a thread per entry.
 * Work        reads 20 bytes per entry, writes 4.
 * Error       none: one rounding decides for all nodes, and boxes for rays have room for it.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, section 3.3, but for the rule: there a disc is in each box that
 *             it meets, and counts once in each.
 */
layout(local_size_x_id = 0) in;

layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) readonly buffer List { uint list[]; };
layout(std430, binding = 2) writeonly buffer Stream { uint stream[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    uint count;
    vec3 scale;
    float side;
    uvec3 node;
} push;

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    const uint disc = list[i];
    const vec3 at = floor((discs[2 * disc].xyz - push.lower) * push.scale);
    const uvec3 node = uvec3(clamp(at, vec3(0), vec3(push.side - 1)));
    stream[i] = node == push.node ? disc : 0xffffffffu;
}
