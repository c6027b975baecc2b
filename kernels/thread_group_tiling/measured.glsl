/* SPDX-License-Identifier: MIT */
/*
 * measured.glsl: when each work-group of a grid runs. A group draws a ticket when it begins, works
 * for a while, so that as many groups run side by side as the device holds, and counts itself among
 * those that have ended. How many run side by side is seen without a clock: of the groups that had
 * drawn a ticket, those that had not ended.
 *
 * A kernel defines measured_clock() and measured_unit() before it includes this; what it does not
 * have is 0.
 */
#ifndef THREAD_GROUP_TILING_MEASURED_GLSL
#define THREAD_GROUP_TILING_MEASURED_GLSL

layout(local_size_x = 8, local_size_y = 8) in;

/* bench/thread_group_tiling/measured.c has the same struct. */
struct MeasuredGroup
{
    uint ticket;
    uint resident; /* at least so many groups ran when it began, itself among them */
    uvec2 begin, end;
    uint unit, sink;
};

layout(std430, binding = 0) coherent buffer MeasuredCounters { uint begun, ended; };
layout(std430, binding = 1) writeonly buffer MeasuredGroups { MeasuredGroup groups[]; };
layout(push_constant) uniform Push { uint steps; };

void measured_group()
{
    const uint id = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const bool first = gl_LocalInvocationIndex == 0;
    if (first) {
        groups[id].begin = measured_clock();
        const uint ticket = atomicAdd(begun, 1u);
        groups[id].ticket = ticket;
        /* The addend is 0, and hangs on the ticket, which is therefore drawn first. */
        groups[id].resident = ticket + 1u - atomicAdd(ended, uint(ticket == 0xffffffffu));
        groups[id].unit = measured_unit();
    }
    barrier();
    uint x = gl_LocalInvocationIndex;
    for (uint i = 0; i < steps; i++)
        x = x * 1664525u + 1013904223u;
    if (x == 0xdeadbeefu)
        groups[id].sink = x;
    barrier();
    if (first) {
        groups[id].end = measured_clock();
        atomicAdd(ended, 1u);
    }
}

#endif
