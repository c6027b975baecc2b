/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/* octree_paper_rays, but the box is not grown. */
layout(local_size_x_id = 0) in;
#include "detp/detp.glsl"
layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer List { uint list[]; };
layout(std430, binding = 2) writeonly buffer Stream { uint stream[]; };
layout(push_constant) uniform Push
{
    vec3 lower;
    float t_pad;
    vec3 upper;
    uint count;
    detp_rule rule;
} push;
const float LESS = 0.05; /* the radius of the test */
void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    const uint ray = list[i];
    const detp_ray whole = detp_ray_load(rays[2 * ray], rays[2 * ray + 1]);
    const vec3 a = (push.lower + LESS - whole.origin) / whole.direction;
    const vec3 b = (push.upper - LESS - whole.origin) / whole.direction;
    const vec3 enter = min(a, b), leave = max(a, b);
    const float first = max(max(enter.x, enter.y), max(enter.z, -push.t_pad));
    const float last = min(min(leave.x, leave.y), min(leave.z, whole.t_max + push.t_pad));
    stream[i] = first <= last ? ray : 0xffffffffu;
}
