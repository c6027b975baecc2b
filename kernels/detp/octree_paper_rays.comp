/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_paper_rays: rays of a node's parent against the box of the node.
 *
 * Computes    entry i of the stream: entry i of the list, a ray's index, where its segment meets
 *             the box, else null, 0xffffffff.
 * Bench       detp.estimate, variants octree_paper.
 * Bindings    0 rays; 1 list of the parent; 2 stream.
 * Constants   0 group size; push.lower and push.upper of the box, grown by the radius and room for
 *             rounding, push.t_pad, such room in t, push.rule, push.count of the list.
 * Dispatch    a thread per entry.
 * Work        reads 36 bytes per entry, writes 4.
 * Error       none: the box is larger by more than rounding can be.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      Lastra et al. 2008, section 3.3; its result there is -1 or 1 per entry, and the test
 *             of a ray and a box not described: slabs, and the box grown for the owner rule.
 */
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

bool meets(detp_ray ray)
{
    const vec3 least = vec3(1e-20); /* in place of 0: no quotient is a 0 over a 0 */
    const bvec3 flat_axis = lessThan(abs(ray.direction), least);
    const vec3 inverse = 1 / mix(ray.direction, least, flat_axis);
    const vec3 a = (push.lower - ray.origin) * inverse, b = (push.upper - ray.origin) * inverse;
    const vec3 enter = min(a, b), leave = max(a, b);
    const float first = max(max(enter.x, enter.y), max(enter.z, push.rule.t_min - push.t_pad));
    const float last = min(min(leave.x, leave.y),
                           min(leave.z, ray.t_max + push.rule.t_slack + push.t_pad));
    return first <= last;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    const uint ray = list[i];
    const bool kept = meets(detp_ray_load(rays[2 * ray], rays[2 * ray + 1]));
    stream[i] = kept ? ray : 0xffffffffu;
}
