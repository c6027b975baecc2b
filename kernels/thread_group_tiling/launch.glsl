/* SPDX-License-Identifier: MIT */
/*
 * launch.glsl: the launch index of a work-group, from its id or from a ticket.
 *
 * An id says nothing of when a group starts: that rising ids start one after another is an
 * observation about devices. A ticket is drawn from a counter when the group runs, so that launch f
 * is the f-th group that came to draw one, whatever its id is. Tickets of one execution are 0, 1,
 * ..., each once: any order that is a bijection stays one.
 *
 * A kernel defines LAUNCH_BINDING before it includes this: a storage buffer of one word, 0 at the
 * start of each execution where LAUNCH is `ticket`, of no account where it is `id`.
 */
#ifndef THREAD_GROUP_TILING_LAUNCH_GLSL
#define THREAD_GROUP_TILING_LAUNCH_GLSL

const uint LAUNCH_ID = 0, LAUNCH_TICKET = 1;

layout(std430, binding = LAUNCH_BINDING) coherent buffer LaunchCounter { uint launch_counter; };

shared uint launch_shared;

/* For one invocation of the group, which calls it once. `launch` is LAUNCH_ID or LAUNCH_TICKET, by
 * a specialization constant, so that the other goes. */
uint launch_take(uint launch, uvec2 grid)
{
    return launch == LAUNCH_TICKET ? atomicAdd(launch_counter, 1u)
                                   : gl_WorkGroupID.y * grid.x + gl_WorkGroupID.x;
}

/* For all invocations of the group, in uniform control flow: the first of them draws the ticket, a
 * barrier hands it on. Ids need none. */
uint launch_of_group(uint launch, uvec2 grid)
{
    if (launch != LAUNCH_TICKET)
        return launch_take(launch, grid);
    if (gl_LocalInvocationIndex == 0)
        launch_shared = launch_take(launch, grid);
    barrier();
    return launch_shared;
}

#endif
