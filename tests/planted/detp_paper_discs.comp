/* SPDX-License-Identifier: MIT */
#version 460
/* octree_paper_discs, but a centre on the face between two nodes is in both. */
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
    const vec3 at = (discs[2 * list[i]].xyz - push.lower) * push.scale;
    const bool inside = all(greaterThanEqual(at, vec3(push.node))) &&
                        all(lessThanEqual(at, vec3(push.node + 1)));
    stream[i] = inside ? list[i] : 0xffffffffu;
}
