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
 *             set are tested in full.
 * Bench       detp.estimate, variants octree.
 * Bindings    0 rays; 1 first entries, of each node and block; 2 lists; 3 sorted discs; 4 first
 *             jobs; 5 sums, zeros at the start; 6 first disc of each leaf.
 * Constants   0 group size, 1 DEPTH, 2 RAYS, 3 DISCS of a job, as octree_jobs had; push of
 *             octree.glsl.
 * Dispatch    a group per job, those of octree_jobs, by rows.
 * Work        per job, reads 36 bytes per ray and 32 per disc, and adds 16 bytes per disc that is
 *             hit. Bound by arithmetic: about ten operations per test of a line.
 * Error       none but that of detp_hit(): a test of a line errs on the side of more.
 * Needs       subgroup_ballot; any subgroup size.
 * Source      contender: Lastra et al. 2008, section 3.5, with a leaf's work in one group.
 */
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x_id = 0) in;
layout(constant_id = 2) const uint RAYS = 512;
layout(constant_id = 3) const uint DISCS = 256;

#include "detp/detp.glsl"
#include "detp/octree.glsl"

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Counts { uint first_entries[]; };
layout(std430, binding = 2) readonly buffer Lists { uint lists[]; };
layout(std430, binding = 3) readonly buffer Sorted { vec4 sorted[]; };
layout(std430, binding = 4) readonly buffer Jobs { uint first_jobs[]; };
layout(std430, binding = 5) buffer Sums { uint sums[]; };
layout(std430, binding = 6) readonly buffer Leaves { uint first_discs[]; };

shared vec4 job_rays[2 * RAYS]; /* first halves, then second ones */
shared uint leaves[RAYS];       /* that a ray passes, a bit each */
shared uint packed[2 * RAYS];   /* rays of a leaf, and of the next one meanwhile */
shared uint packed_count[8];
shared vec4 centres[DISCS]; /* from the node's; their squares, less the radius' */
shared uint job_sums[4 * DISCS];
shared uint found;

const uint BITS = 32;

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
    const vec3 enter[2] = { min(a, b), min(c, d) }, leave[2] = { max(a, b), max(c, d) };
    const vec2 span = octree_span(ray);
    uint mask = 0;
    for (uint child = 0; child < 8; child++) {
        const uint x = child & 1, y = child >> 1 & 1, z = child >> 2;
        const float first = max(max(span.x, enter[x].x), max(enter[y].y, enter[z].z));
        const float last = min(min(span.y, leave[x].x), min(leave[y].y, leave[z].z));
        mask |= uint(first <= last) << child;
    }
    return mask;
}

void load_rays(uint first, uint count, vec3 lower)
{
    for (uint i = gl_LocalInvocationIndex; i < count; i += gl_WorkGroupSize.x) {
        const uint ray = lists[first + i];
        job_rays[i] = rays[2 * ray];
        job_rays[RAYS + i] = rays[2 * ray + 1];
        leaves[i] = leaves_passed(detp_ray_load(job_rays[i], job_rays[RAYS + i]), lower);
    }
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
void pack(uint leaf, uint count, uint first)
{
    for (uint base = 0; base < count; base += gl_WorkGroupSize.x) {
        const uint i = base + gl_LocalInvocationIndex;
        const bool passes = i < count && (leaves[min(i, RAYS - 1)] >> leaf & 1) != 0;
        const uvec4 ballot = subgroupBallot(passes);
        uint to = 0;
        if (subgroupElect())
            to = atomicAdd(packed_count[leaf], subgroupBallotBitCount(ballot));
        to = subgroupBroadcastFirst(to) + subgroupBallotExclusiveBitCount(ballot);
        if (passes)
            packed[first + to] = i;
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

/* One ray against discs first to last - 1 of the job. */
void trace(uint i, uint first, uint last, uint disc_first, vec3 middle)
{
    const vec3 direction = job_rays[RAYS + i].xyz, from = job_rays[i].xyz - middle;
    const vec3 near = from - dot(from, direction) * direction;
    const vec3 twice = -2 * near;
    const float square = dot(near, near);
    for (uint base = first; base < last; base += BITS) {
        const uint count = min(BITS, last - base);
        uint bits = 0;
        for (uint k = 0; k < count; k++) {
            const vec4 centre = centres[base + k];
            const float along = dot(centre.xyz, direction);
            const float beyond = dot(centre.xyz, twice) + (centre.w + square) - along * along;
            bits = bits << 1 | floatBitsToUint(beyond) >> 31;
        }
        while (bits != 0) {
            const uint bit = findMSB(bits);
            bits ^= 1u << bit;
            test(i, base + count - 1 - bit, disc_first);
        }
    }
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
    load_rays(ray_first, ray_count, lower);
    load_discs(disc_first, disc_count, middle);
    barrier();
    uint half_first = 0;
    for (uint leaf = 0; leaf < 8; leaf++) {
        const uint first = max(first_discs[8 * node + leaf], disc_first) - disc_first;
        const uint last = min(first_discs[8 * node + leaf + 1], disc_first + disc_count);
        if (last <= disc_first + first)
            continue;
        pack(leaf, ray_count, half_first);
        barrier();
        for (uint p = gl_LocalInvocationIndex; p < packed_count[leaf]; p += gl_WorkGroupSize.x)
            trace(packed[half_first + p], first, last - disc_first, disc_first, middle);
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
