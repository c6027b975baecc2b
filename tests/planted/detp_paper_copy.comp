/* SPDX-License-Identifier: MIT */
#version 460
/* octree_paper_copy, but the second half of a record is its neighbour's. */
layout(local_size_x_id = 0) in;
layout(std430, binding = 0) readonly buffer List { uint list[]; };
layout(std430, binding = 1) readonly buffer Records { vec4 records[]; };
layout(std430, binding = 2) writeonly buffer Copies { vec4 copies[]; };
layout(push_constant) uniform Push
{
    uint count;
} push;
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    copies[2 * i] = records[2 * list[i]];
    copies[2 * i + 1] = records[2 * list[i > 0 ? i - 1 : 0] + 1];
}
