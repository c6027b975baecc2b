/* SPDX-License-Identifier: MIT */
/*
 * trace.glsl: what traces have in common that follow a ray per thread: bindings, and candidates,
 * discs that a ray may hit. A thread puts them aside, and all of a subgroup test theirs at a time:
 * looking for candidates and testing them take turns, since a thread that tests keeps those waiting
 * that do not.
 */
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint COUNT = 0;

layout(std430, binding = 0) readonly buffer Rays { vec4 rays[]; };
layout(std430, binding = 1) readonly buffer Discs { vec4 discs[]; };
layout(std430, binding = 4) buffer Tests { uint tests[]; };

const uint CANDIDATES = 16; /* that a thread can put aside */

shared uint candidates[CANDIDATES * gl_WorkGroupSize.x];
uint candidate_count = 0;
uint test_count = 0; /* discs that were looked at */

/* At most CANDIDATES - candidate_count of them. */
void candidate_add(uint at)
{
    candidates[candidate_count * gl_WorkGroupSize.x + gl_LocalInvocationIndex] = at;
    candidate_count++;
}

/* The halves of a disc's record, for whoever knows how they lie. */
vec4 disc_first(uint at);
vec4 disc_second(uint at);

/* Tests what was put aside, and adds up what hits. */
void candidates_test(detp_ray ray, detp_rule rule)
{
    for (uint k = 0; k < candidate_count; k++) {
        const uint at = candidates[k * gl_WorkGroupSize.x + gl_LocalInvocationIndex];
        const vec4 first = disc_first(at), second = disc_second(at);
        if (COUNT == 0 && detp_hit(ray, detp_disc_load(first, second), rule))
            sums_add(floatBitsToUint(first.w), ray.energies);
    }
    candidate_count = 0;
}

void tests_add()
{
    if (COUNT != 0)
        atomicAdd(tests[gl_WorkGroupID.x], test_count);
}
