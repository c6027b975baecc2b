/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * bvh_trace: each ray down a tree of boxes with eight children (bvh.glsl), for all of its hits.
 *
 * Computes    adds the energies of each ray, and 1, to the sums of each disc that it hits.
 *             All hits are wanted, so that order is of no use: what is left to do is a byte of
 *             children per level, and the lowest bit of all says where to go on. The way back up is
 *             a shift of the node's number. A disc is the child of one node, which a ray comes to
 *             once at most, so that a pair is looked at once.
 *
 *             Boxes lie in [1, 2), where 16 bits are the fraction of a float as they are; the ray
 *             is taken there by push.lower and push.scale. A component of the direction below TINY
 *             counts as TINY: it moves the ray by less than that. A box that holds the point of a
 *             hit has it at least one 65536th (and push.slack of bvh_build) inside of each plane,
 *             while the ray's origin and the products that say when it passes a plane round by less
 *             than 4e-7, a fortieth of that. So the ray is seen to enter before the hit and leave
 *             after it, whatever t is, 0 and t_max included; what is visited besides only costs.
 * Bench       detp.estimate, variant bvh; no baseline.
 * Bindings    0 the rays, in any order; 1 the discs in Morton order, with their place in the input
 *             as fourth word (order_move); 2 the nodes (bvh_build); 3 the sums, zero at the start;
 *             4 the tests of each group (not used unless COUNT).
 * Constants   0 group size; 1 COUNT (0 or 1): count tests, and leave the sums alone; push.lower and
 *             push.scale, into [1, 2); push.rays, how many; push.top, the highest level; push.rule,
 *             what is a hit; push.first, the first node of each level.
 * Dispatch    a thread per ray.
 * Work        reads 32 bytes per ray, 96 per node visited, 32 per disc tested; 4 atomic additions
 *             per hit.
 * Error       none beyond detp_hit(): see above.
 * Needs       nothing beyond Vulkan 1.3.
 * Source      contender; nodes of eight and their bits after Ylitie et al. 2017, without an order
 *             of children.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint COUNT = 0;

#include "detp/bvh.glsl"
#include "detp/detp.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 2) readonly buffer Nodes { uvec4 nodes[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
layout(std430, binding = 4) buffer Tests { uint tests[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    float scale;
    uint rays, top;
    detp_rule rule;
    uint first[8];
} push;

const float TINY = 1e-12;

/* A ray among the boxes: it passes plane p of an axis at p * inverse + offset. */
struct slabs {
    vec3 inverse, offset;
    float t_max;
    uvec3 near; /* 1 where it comes to the most of a box first */
};

slabs slabs_of(detp_ray ray)
{
    const vec3 size = max(abs(ray.direction), TINY) * push.scale;
    const bvec3 back = lessThan(ray.direction, vec3(0));
    const vec3 inverse = mix(1 / size, -1 / size, back);
    const vec3 origin = (ray.origin - push.lower) * push.scale + 1;
    return slabs(inverse, -origin * inverse, ray.t_max + push.rule.t_slack, uvec3(back));
}

/* The children of a node that the ray passes, a bit each. */
uint passed(slabs s, uint node)
{
    const uint at = BVH_NODE * node;
    const uvec4 near_x = nodes[at + s.near.x], far_x = nodes[at + 1 - s.near.x];
    const uvec4 near_y = nodes[at + 2 + s.near.y], far_y = nodes[at + 3 - s.near.y];
    const uvec4 near_z = nodes[at + 4 + s.near.z], far_z = nodes[at + 5 - s.near.z];
    uint bits = 0;
    for (uint pair = 0; pair < 4; pair++) {
        const vec2 enter = max(max(bvh_planes(near_x[pair]) * s.inverse.x + s.offset.x,
                                   bvh_planes(near_y[pair]) * s.inverse.y + s.offset.y),
                               max(bvh_planes(near_z[pair]) * s.inverse.z + s.offset.z, vec2(0)));
        const vec2 leave =
            min(min(bvh_planes(far_x[pair]) * s.inverse.x + s.offset.x,
                    bvh_planes(far_y[pair]) * s.inverse.y + s.offset.y),
                min(bvh_planes(far_z[pair]) * s.inverse.z + s.offset.z, vec2(s.t_max)));
        bits |= (enter.x <= leave.x ? 1u : 0u) << 2 * pair;
        bits |= (enter.y <= leave.y ? 2u : 0u) << 2 * pair;
    }
    return bits;
}

void test(detp_ray ray, uint at)
{
    const vec4 first = discs[2 * at], second = discs[2 * at + 1];
    if (COUNT != 0 || !detp_hit(ray, detp_disc_load(first, second), push.rule))
        return;
    const uint disc = floatBitsToUint(first.w);
    const uvec3 energy = detp_energy(ray.energies);
    atomicAdd(sums[4 * disc], energy.x);
    atomicAdd(sums[4 * disc + 1], energy.y);
    atomicAdd(sums[4 * disc + 2], energy.z);
    atomicAdd(sums[4 * disc + 3], 1u);
}

uint walk(detp_ray ray)
{
    const slabs s = slabs_of(ray);
    uvec2 left = uvec2(0); /* children to come to: byte l - 1 of level l */
    uint node = 0, level = push.top, count = 0;
    for (;;) {
        uint bits = passed(s, push.first[level] + node);
        if (level == 0) {
            count += bitCount(bits);
            for (; bits != 0; bits &= bits - 1)
                test(ray, BVH_WIDTH * node + findLSB(bits));
        } else if (level <= 4) {
            left.x |= bits << 8 * (level - 1);
        } else {
            left.y |= bits << 8 * (level - 5);
        }
        uint bit;
        if (left.x != 0) {
            bit = findLSB(left.x);
            left.x &= left.x - 1;
        } else if (left.y != 0) {
            bit = findLSB(left.y) + 32;
            left.y &= left.y - 1;
        } else {
            return count;
        }
        const uint parent = bit / 8 + 1;
        node = (node >> 3 * (parent - level)) * BVH_WIDTH + bit % 8;
        level = parent - 1;
    }
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.rays)
        return;
    const uint count = walk(detp_ray_load(rays[2 * i], rays[2 * i + 1]));
    if (COUNT != 0)
        atomicAdd(tests[gl_WorkGroupID.x], count);
}
