/* SPDX-License-Identifier: MIT */
/*
 * bvh_trace.glsl: each ray down a tree of boxes with eight children (bvh.glsl), for all of its
 * hits. Order is of no use then: what is left to do is a byte of children per level, and the lowest
 * bit of all says where to go on. The way back up is a shift of the node's number. A disc is the
 * child of one node, which a ray comes to once at most, so that a pair is looked at once.
 *
 * Boxes lie in [1, 2), where 16 bits are the fraction of a float as they are; the ray is taken
 * there by push.lower and push.scale. A component of the direction below TINY counts as TINY: it
 * moves the ray by less than that. A box that holds the point of a hit has it at least one 65536th
 * (and push.slack of bvh_build) inside of each plane, while the ray's origin and the products that
 * say when it passes a plane round by less than 4e-7, a fortieth of that. So the ray is seen to
 * enter before the hit and leave after it, whatever t is, 0 and t_max included; what is visited
 * besides only costs.
 *
 * push.rays, how many; push.top, the highest level; push.rule, what is a hit; push.first, the first
 * node of each level.
 */
#include "detp/bvh.glsl"
#include "detp/trace.glsl"

layout(std430, binding = 2) readonly buffer Nodes { uvec4 nodes[]; };

layout(push_constant) uniform Push
{
    vec3 lower;
    float scale;
    uint rays, top;
    detp_rule rule;
    uint first[8];
} push;

const float TINY = 1e-12;
const uint ROUND = 24; /* nodes between tests of candidates */

vec4 disc_first(uint at)
{
    return discs[2 * at];
}

vec4 disc_second(uint at)
{
    return discs[2 * at + 1];
}

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

/* Where a ray is, and the children that it has yet to come to: byte l - 1 of level l. */
struct walk {
    uvec2 left;
    uint node, level;
    bool done;
};

void walk_on(inout walk to, slabs s)
{
    uint bits = passed(s, push.first[to.level] + to.node);
    if (to.level == 0) {
        test_count += bitCount(bits);
        for (; bits != 0; bits &= bits - 1)
            candidate_add(BVH_WIDTH * to.node + findLSB(bits));
    } else {
        to.left |= to.level <= 4 ? uvec2(bits << 8 * (to.level - 1), 0)
                                 : uvec2(0, bits << 8 * (to.level - 5));
    }
    to.done = (to.left.x | to.left.y) == 0;
    if (to.done)
        return;
    const bool low = to.left.x != 0;
    const uint bit = low ? findLSB(to.left.x) : findLSB(to.left.y) + 32;
    to.left = low ? uvec2(to.left.x & to.left.x - 1, to.left.y)
                  : uvec2(0, to.left.y & to.left.y - 1);
    to.node = (to.node >> 3 * (bit / 8 + 1 - to.level)) * BVH_WIDTH + bit % 8;
    to.level = bit / 8;
}

void main()
{
    const uint i = gl_GlobalInvocationID.x;
    if (i >= push.rays)
        return;
    const detp_ray ray = detp_ray_load(rays[2 * i], rays[2 * i + 1]);
    const slabs s = slabs_of(ray);
    walk to = walk(uvec2(0), 0, push.top, false);
    while (!to.done) {
        for (uint n = 0; n < ROUND && candidate_count + BVH_WIDTH <= CANDIDATES && !to.done; n++)
            walk_on(to, s);
        candidates_test(ray, push.rule);
    }
    tests_add();
}
