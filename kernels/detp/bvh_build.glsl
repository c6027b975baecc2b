/* SPDX-License-Identifier: MIT */
/*
 * bvh_build.glsl: all of bvh_build.comp and bvh_build_small.comp but the size of a group.
 */
layout(constant_id = 0) const uint FIRST = 1;

#include "detp/bvh.glsl"

layout(std430, binding = 0) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 1) writeonly buffer Nodes { uint nodes[]; };
layout(std430, binding = 2) buffer Boxes { uint boxes[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    float scale;
    float slack;
    uint children, levels, boxes_from, boxes_to;
    uint node_first[3];
} push;

shared uint planes[3][512];

uvec3 box_of_disc(uint i)
{
    const vec3 centre = discs[2 * i].xyz;
    const vec4 second = discs[2 * i + 1];
    const vec3 sine = sqrt(max(1 - second.xyz * second.xyz, 0) + 1e-6);
    const vec3 half_side = second.w * sine + push.slack;
    const vec3 least = floor((centre - half_side - push.lower) * push.scale) - 1;
    const vec3 most = ceil((centre + half_side - push.lower) * push.scale) + 1;
    return uvec3(clamp(least, 0, 65535)) | uvec3(clamp(most, 0, 65535)) << 16;
}

uvec3 box_of_child(uint i)
{
    if (i >= push.children)
        return uvec3(BVH_NONE);
    if (FIRST != 0)
        return box_of_disc(i);
    const uint at = push.boxes_from + 3 * i;
    return uvec3(boxes[at], boxes[at + 1], boxes[at + 2]);
}

void write_nodes(uint first_node, uint node, uint count)
{
    const uint words = 4 * BVH_NODE;
    for (uint w = gl_LocalInvocationIndex; w < words * count; w += gl_WorkGroupSize.x) {
        const uint plane = w % words / 4, child = w / words * BVH_WIDTH + w % 4 * 2;
        const uint a = planes[plane / 2][child], b = planes[plane / 2][child + 1];
        nodes[words * (first_node + node) + w] =
            plane % 2 == 0 ? a & 0xffffu | b << 16 : a >> 16 | b & 0xffff0000u;
    }
}

void main()
{
    const uint own = gl_LocalInvocationIndex;
    uvec3 box = box_of_child(gl_GlobalInvocationID.x);
    uint below = push.children, per_group = gl_WorkGroupSize.x;
    for (uint level = 0; level < push.levels; level++) {
        for (uint k = 0; k < 3; k++)
            planes[k][own] = box[k];
        barrier();
        below = (below + BVH_WIDTH - 1) / BVH_WIDTH;
        per_group /= BVH_WIDTH;
        const uint node = gl_WorkGroupID.x * per_group;
        write_nodes(push.node_first[level], node, min(per_group, below - min(node, below)));
        box = uvec3(BVH_NONE);
        for (uint child = 0; own < per_group && child < BVH_WIDTH; child++)
            for (uint k = 0; k < 3; k++)
                box[k] = bvh_union(box[k], planes[k][BVH_WIDTH * own + child]);
        barrier();
    }
    const uint node = gl_WorkGroupID.x * per_group + own;
    if (own < per_group && node < below)
        for (uint k = 0; k < 3; k++)
            boxes[push.boxes_to + 3 * node + k] = box[k];
}
