/* SPDX-License-Identifier: MIT */
/* group.glsl: the index of a thread, where groups come in rows: x + y * groups in x. */
#ifndef STREAM_REDUCTION_GROUP_GLSL
#define STREAM_REDUCTION_GROUP_GLSL

uint thread_index()
{
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}

#endif
