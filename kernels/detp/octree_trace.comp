/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_trace: rays of a node against discs of its leaves.
 *
 * Computes    adds to each disc's four words what the rays of one job bring. A ray is held against
 *             the eight grown leaves at once. Leaf by leaf, those that pass it are packed, and each
 *             is tested against its discs, 32 at a time: is the line nearer to the centre than the
 *             radius, about the node's centre, where floats are fine? One bit each; those that are
 *             set are packed among the subgroup's threads, and tested in full.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 rays; 1 first entries, of each node and block; 2 lists; 3 sorted discs; 4 first
 *             jobs; 5 sums, zeros at the start; 6 first disc of each leaf; 7 tests of lines, where
 *             they are counted: two words, low and high.
 * Constants   0 group size, at least a quarter of RAYS, 1 DEPTH, 2 RAYS, 3 DISCS of a job, as
 *             octree_jobs had, 4 COUNTED (1: binding 7 is written); push of octree.glsl.
 * Dispatch    a group per job, those of octree_jobs, by rows.
 * Work        per job, reads 36 bytes per ray and 32 per disc, and adds 16 bytes per disc that is
 *             hit. Bound by arithmetic: about ten operations per test of a line.
 * Error       none but that of detp_hit(): a test of a line errs on the side of more.
 * Needs       subgroup_ballot, subgroup_arithmetic; any subgroup size.
 * Source      contender: Lastra et al. 2008, section 3.5, with a leaf's work in one group.
 */
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 512;
layout(constant_id = 3) const uint DISCS = 256;
layout(constant_id = 4) const uint COUNTED = 0;

#include "detp/detp.glsl"
#include "detp/octree.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 2) readonly buffer Lists { uint lists[]; };
layout(std430, binding = 3) readonly buffer Sorted { vec4 sorted[]; };
layout(std430, binding = 4) readonly buffer Jobs { uint first_jobs[]; };
layout(std430, binding = 5) buffer Sums { uint sums[]; };
layout(std430, binding = 6) readonly buffer Leaves { uint first_discs[]; };
layout(std430, binding = 7) buffer Tests { uint tests[2]; };

const uint BITS = 32, AT_ONCE = 4, QUEUE = 4 * gl_WorkGroupSize.x;

shared vec4 job_rays[2 * RAYS]; /* first halves, then second ones */
shared uint packed[2 * RAYS];   /* rays of a leaf, and of the next one meanwhile */
shared uint packed_count[8];
shared vec4 centres[DISCS + AT_ONCE]; /* from the node's; their squares, less the radius' */
shared uint job_sums[4 * DISCS];
shared uint found;
shared uint queue[QUEUE]; /* rays and discs that are near, a part for each subgroup */

/* The node of a job: that whose first job is the last one not beyond it. */
uint job_node(uint job)
{
    const uint stride = (OCTREE_NODES + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    const uint first = gl_LocalInvocationIndex * stride;
    if (first < OCTREE_NODES && first_jobs[first] <= job &&
        job < first_jobs[min(first + stride, OCTREE_NODES)])
        found = first;
    barrier();
    const uint base = found;
    barrier();
    const uint last = min(base + stride, OCTREE_NODES);
    for (uint node = base + gl_LocalInvocationIndex; node < last; node += gl_WorkGroupSize.x)
        if (first_jobs[node] <= job && job < first_jobs[node + 1])
            found = node;
    barrier();
    return found;
}

/* The leaves that the ray passes. Along each axis they have two spans. */
uint leaves_passed(detp_ray ray, vec3 lower)
{
    const vec3 inverse = octree_inverse(ray.direction), from = lower - ray.origin;
    const vec3 half_size = 0.5 * push.size;
    const vec3 a = (from - push.pad) * inverse, b = (from + half_size + push.pad) * inverse;
    const vec3 c = (from + half_size - push.pad) * inverse;
    const vec3 d = (from + push.size + push.pad) * inverse;
    const vec3 enter_lower = min(a, b), leave_lower = max(a, b);
    const vec3 enter_upper = min(c, d), leave_upper = max(c, d);
    const vec2 span = octree_span(ray);
    uint mask = 0;
    [[unroll]] for (uint child = 0; child < 8; child++) {
        const bvec3 upper = bvec3((child & 1) != 0, (child & 2) != 0, (child & 4) != 0);
        const vec3 enter = mix(enter_lower, enter_upper, upper);
        const vec3 leave = mix(leave_lower, leave_upper, upper);
        const float first = max(max(span.x, enter.x), max(enter.y, enter.z));
        const float last = min(min(span.y, leave.x), min(leave.y, leave.z));
        mask |= uint(first <= last) << child;
    }
    return mask;
}

/* Of the thread's rays, the leaves that they pass, a byte each. */
uint load_rays(uint first, uint count, vec3 lower)
{
    uint leaves = 0;
    for (uint k = 0; k < RAYS / gl_WorkGroupSize.x; k++) {
        const uint i = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (i >= count)
            break;
        const uint index = lists[first + i];
        const vec4 start = rays[2 * index], rest = rays[2 * index + 1];
        job_rays[i] = start;
        job_rays[RAYS + i] = rest;
        leaves |= leaves_passed(detp_ray_load(start, rest), lower) << 8 * k;
    }
    return leaves;
}

void load_discs(uint first, uint count, vec3 middle)
{
    for (uint j = gl_LocalInvocationIndex; j < count; j += gl_WorkGroupSize.x) {
        const detp_disc disc = detp_disc_load(sorted[2 * (first + j)], sorted[2 * (first + j) + 1]);
        const vec3 centre = disc.centre - middle;
        centres[j] = vec4(centre, dot(centre, centre) - disc.radius * disc.radius - push.cull);
        for (uint k = 0; k < 4; k++)
            job_sums[k * DISCS + j] = 0;
    }
    if (gl_LocalInvocationIndex < 8)
        packed_count[gl_LocalInvocationIndex] = 0;
}

/* Rays that pass the leaf, in any order, from `first` on. */
void pack(uint leaf, uint leaves, uint first)
{
    for (uint k = 0; k < RAYS / gl_WorkGroupSize.x; k++) {
        const bool passes = (leaves >> (8 * k + leaf) & 1) != 0;
        const uvec4 ballot = subgroupBallot(passes);
        uint to = 0;
        if (subgroupElect())
            to = atomicAdd(packed_count[leaf], subgroupBallotBitCount(ballot));
        to = subgroupBroadcastFirst(to) + subgroupBallotExclusiveBitCount(ballot);
        if (passes)
            packed[first + to] = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    }
}

void test(uint i, uint j, uint disc_first)
{
    const detp_ray ray = detp_ray_load(job_rays[i], job_rays[RAYS + i]);
    const uint at = 2 * (disc_first + j);
    if (!detp_hit(ray, detp_disc_load(sorted[at], sorted[at + 1]), push.rule))
        return;
    const uvec3 energy = detp_energy(ray.energies);
    for (uint k = 0; k < 3; k++)
        atomicAdd(job_sums[k * DISCS + j], energy[k]);
    atomicAdd(job_sums[3 * DISCS + j], 1);
}

/*
 * The line through `near`, its point nearest to the node's centre, against `count` discs from
 * `base` on, 32 at most: a bit each, the first disc's is the highest. Discs behind the last are
 * tested, too, and their bits dropped.
 */
uint nearby(uint base, uint count, vec3 near, vec3 direction)
{
    const vec3 twice = -2 * near;
    const float square = dot(near, near);
    uint bits = 0, k = 0;
    for (; k < count; k += AT_ONCE)
        [[unroll]] for (uint n = 0; n < AT_ONCE; n++) {
            const vec4 centre = centres[base + k + n];
            const float along = dot(centre.xyz, direction);
            const float beyond = dot(centre.xyz, twice) + (centre.w + square) - along * along;
            bits = bits << 1 | floatBitsToUint(beyond) >> 31;
        }
    return bits >> (k - count);
}

/*
 * Ray i against the discs from `base` on that have a bit, `count` of them: queued and shared out
 * among the subgroup's threads, or, where they are more than there is room for, tested by the
 * thread itself. All threads of the group must call, so that those of a subgroup are together
 * again where they share.
 */
void test_all(uint bits, uint i, uint base, uint count, uint disc_first)
{
    const uint room = QUEUE / gl_NumSubgroups, first = gl_SubgroupID * room;
    const uvec4 all = subgroupBallot(true); /* fewer than gl_SubgroupSize where one is not full */
    const uint own = bitCount(bits), total = subgroupAdd(own);
    const bool shared_out = total <= room;
    uint to = first + subgroupExclusiveAdd(own);
    while (bits != 0) {
        const uint bit = findMSB(bits), j = base + count - 1 - bit;
        bits ^= 1u << bit;
        if (shared_out)
            queue[to++] = i << 16 | j;
        else
            test(i, j, disc_first);
    }
    subgroupBarrier();
    const uint last = first + (shared_out ? total : 0);
    for (uint q = first + subgroupBallotExclusiveBitCount(all); q < last;
         q += subgroupBallotBitCount(all))
        test(queue[q] >> 16, queue[q] & 0xffffu, disc_first);
    subgroupBarrier();
}

/* Rays from `rays_first` on against discs first to last - 1 of the job. */
void trace(uint rays_first, uint ray_count, uint first, uint last, uint disc_first, vec3 middle)
{
    for (uint p = 0; p < ray_count; p += gl_WorkGroupSize.x) {
        const bool own = p + gl_LocalInvocationIndex < ray_count;
        const uint i = own ? packed[rays_first + p + gl_LocalInvocationIndex] : 0;
        const vec3 direction = job_rays[RAYS + i].xyz, from = job_rays[i].xyz - middle;
        const vec3 near = from - dot(from, direction) * direction;
        for (uint base = first; base < last; base += BITS) {
            const uint count = min(BITS, last - base);
            const uint bits = own ? nearby(base, count, near, direction) : 0;
            test_all(bits, i, base, count, disc_first);
        }
    }
}

void count_tests(uint more)
{
    if (COUNTED == 0 || gl_LocalInvocationIndex > 0)
        return;
    const uint before = atomicAdd(tests[0], more);
    if (before + more < before)
        atomicAdd(tests[1], 1);
}

void main()
{
    const uint job = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (job >= first_jobs[OCTREE_NODES])
        return;
    const uint node = job_node(job), number = job - first_jobs[node];
    const uint disc_end = first_discs[8 * node + 8];
    const uint parts = (disc_end - first_discs[8 * node] + DISCS - 1) / DISCS;
    const uint disc_first = first_discs[8 * node] + number % parts * DISCS;
    const uint disc_count = min(DISCS, disc_end - disc_first);
    const uint ray_first = first_entries[octree_part(node, 0)] + number / parts * RAYS;
    const uint ray_end = first_entries[octree_part(node + 1, 0)];
    const uint ray_count = min(RAYS, ray_end - ray_first);
    const vec3 lower = octree_lower(node), middle = lower + 0.5 * push.size;
    const uint leaves = load_rays(ray_first, ray_count, lower);
    load_discs(disc_first, disc_count, middle);
    barrier();
    uint half_first = 0;
    for (uint leaf = 0; leaf < 8; leaf++) {
        const uint first = max(first_discs[8 * node + leaf], disc_first) - disc_first;
        const uint last = min(first_discs[8 * node + leaf + 1], disc_first + disc_count);
        if (last <= disc_first + first)
            continue;
        pack(leaf, leaves, half_first);
        barrier();
        count_tests(packed_count[leaf] * (last - disc_first - first));
        trace(half_first, packed_count[leaf], first, last - disc_first, disc_first, middle);
        half_first = RAYS - half_first;
    }
    barrier();
    for (uint w = gl_LocalInvocationIndex; w < 4 * disc_count; w += gl_WorkGroupSize.x) {
        const uint j = w >> 2, k = w & 3;
        if (job_sums[3 * DISCS + j] > 0)
            atomicAdd(sums[4 * floatBitsToUint(sorted[2 * (disc_first + j)].w) + k],
                      job_sums[k * DISCS + j]);
    }
}
