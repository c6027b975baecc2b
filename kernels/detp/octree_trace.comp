/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
/*
 * octree_trace: rays of a node against discs of its leaves.
 *
 * Computes    adds to each disc's four words what the rays of one job bring. A ray is held against
 *             the eight grown leaves at once, and those that pass a leaf are packed. Of some leaves
 *             at a time, each subgroup takes rays of one, a thread each, against 32 of its discs:
 *             is the line nearer to the centre than the radius, about the node's centre, where
 *             floats are fine? One bit each; those that are set are packed among the subgroup's
 *             threads, and tested in full.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 rays; 1 first entries, of each node and block; 2 lists; 3 sorted discs; 4 first
 *             jobs; 5 sums, zeros at the start; 6 first disc of each leaf; 7 tests of lines, where
 *             they are counted: two words, low and high.
 * Constants   0 group size, at least a quarter of RAYS, 1 DEPTH, 2 RAYS, 3 DISCS of a job, as
 *             octree_jobs had, 4 COUNTED (1: binding 7 is written), 5 LEAVES whose rays are packed
 *             and traced together: two or four; push of octree.glsl.
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
layout(constant_id = 5) const uint LEAVES = 2;

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

const uint BITS = 32, AT_ONCE = 8, QUEUE = 4 * gl_WorkGroupSize.x;

shared vec4 job_rays[2 * RAYS];       /* first halves, then second ones */
shared uint packed[LEAVES * RAYS];    /* rays of each leaf */
shared uint packed_count[8];
shared uvec2 leaf_discs[8];           /* of the job's discs the first, and how many */
shared vec4 centres[DISCS + AT_ONCE]; /* from the node's; their squares, less the radius' */
shared uint job_sums[4 * DISCS];
shared uint found;
shared uint width; /* threads that every subgroup has */
shared uint queue[QUEUE]; /* rays and discs that are near, a part for each subgroup */

uint lane, lanes; /* the thread's place among those of its subgroup, and how many they are */

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

/* Loads the thread's rays. The result holds the leaves that they pass, a byte each. */
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
    const uint own = bitCount(bits), total = subgroupAdd(own);
    const bool shared_out = total <= room;
    uint to = first + subgroupExclusiveAdd(own);
    if (shared_out)
        for (uint left = bits; left != 0; left ^= 1u << findMSB(left))
            queue[to++] = i << 16 | (base + count - 1 - findMSB(left));
    else
        for (uint left = bits; left != 0; left ^= 1u << findMSB(left))
            test(i, base + count - 1 - findMSB(left), disc_first);
    subgroupBarrier();
    const uint last = first + (shared_out ? total : 0);
    for (uint q = first + lane; q < last; q += lanes)
        test(queue[q] >> 16, queue[q] & 0xffffu, disc_first);
    subgroupBarrier();
}

/*
 * The packed rays of leaves `begin` to `begin + LEAVES - 1` against their discs. A piece of that is
 * `width` rays and BITS discs of one leaf; subgroups take them in turn. The group goes round as
 * often as one: a subgroup that has no piece left comes along, as test_all() asks.
 */
void trace(uint begin, uint disc_first, vec3 middle)
{
    uvec4 ends; /* of each leaf's pieces */
    uint total = 0;
    [[unroll]] for (uint n = 0; n < 4; n++) {
        const uint leaf = min(begin + n, 7), blocks = (leaf_discs[leaf].y + BITS - 1) / BITS;
        if (n < LEAVES)
            total += (packed_count[leaf] + width - 1) / width * blocks;
        ends[n] = total;
    }
    for (uint round = 0; round < total; round += gl_NumSubgroups) {
        const uint at = round + gl_SubgroupID;
        const bvec3 past = greaterThanEqual(uvec3(at), ends.xyz);
        const uint leaf = uint(past.x) + uint(past.y) + uint(past.z);
        const uint piece = at - (past.z ? ends.z : past.y ? ends.y : past.x ? ends.x : 0);
        const uvec2 discs = leaf_discs[begin + leaf];
        const uint blocks = (discs.y + BITS - 1) / BITS;
        const uint ray_block = blocks > 1 ? piece / blocks : piece;
        const uint skipped = (piece - ray_block * blocks) * BITS;
        const uint place = ray_block * width + lane, base = discs.x + skipped;
        const uint count = min(BITS, discs.y - skipped);
        const bool own = at < total && lane < width && place < packed_count[begin + leaf];
        const uint i = own ? packed[leaf * RAYS + place] : 0;
        const vec3 direction = job_rays[RAYS + i].xyz, from = job_rays[i].xyz - middle;
        const vec3 near = from - dot(from, direction) * direction;
        test_all(own ? nearby(base, count, near, direction) : 0, i, base, count, disc_first);
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

/* Each leaf's part of the job's discs, and of how many threads the subgroups are. */
void load_leaves(uint node, uint disc_first, uint disc_count)
{
    if (gl_LocalInvocationIndex < 8) {
        const uint leaf = 8 * node + gl_LocalInvocationIndex;
        const uint first = max(first_discs[leaf], disc_first);
        const uint last = max(min(first_discs[leaf + 1], disc_first + disc_count), first);
        leaf_discs[gl_LocalInvocationIndex] = uvec2(first - disc_first, last - first);
        packed_count[gl_LocalInvocationIndex] = 0;
    }
    if (gl_LocalInvocationIndex == 0)
        width = gl_WorkGroupSize.x;
    const uvec4 all = subgroupBallot(true); /* fewer than gl_SubgroupSize where one is not full */
    lane = subgroupBallotExclusiveBitCount(all);
    lanes = subgroupBallotBitCount(all);
    barrier();
    if (subgroupElect())
        atomicMin(width, lanes);
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
    load_leaves(node, disc_first, disc_count);
    const uint leaves = load_rays(ray_first, ray_count, lower);
    load_discs(disc_first, disc_count, middle);
    barrier();
    for (uint begin = 0; begin < 8; begin += LEAVES) {
        for (uint leaf = begin; leaf < begin + LEAVES; leaf++)
            if (leaf_discs[leaf].y > 0)
                pack(leaf, leaves, (leaf - begin) * RAYS);
        barrier();
        for (uint leaf = begin; leaf < begin + LEAVES; leaf++)
            count_tests(packed_count[leaf] * leaf_discs[leaf].y);
        trace(begin, disc_first, middle);
        barrier();
    }
    for (uint w = gl_LocalInvocationIndex; w < 4 * disc_count; w += gl_WorkGroupSize.x) {
        const uint j = w >> 2, k = w & 3;
        if (job_sums[3 * DISCS + j] > 0)
            atomicAdd(sums[4 * floatBitsToUint(sorted[2 * (disc_first + j)].w) + k],
                      job_sums[k * DISCS + j]);
    }
}
