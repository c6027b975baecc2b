/* SPDX-License-Identifier: MIT */
#version 460
/*
 * probe_lazy: as harness/probe, but for a fault, which is push.read modulo 8.
 *
 * Computes    as harness/probe with 0; 1: nothing; 2: all but the last word; 3: the sums of nothing;
 *             4: of half of what is to be read; 5: a word more than it should.
 * Bench       none: tests/engine/instruments/probe_test.c.
 * Bindings    0 and 1 as in harness/probe.
 * Constants   none; push.read and push.written.
 * Dispatch    as harness/probe.
 */
layout(local_size_x = 256) in;

layout(std430, binding = 0) restrict readonly buffer Source { uvec4 source[]; };
layout(std430, binding = 1) restrict writeonly buffer Destination { uvec4 destination[]; };

layout(push_constant) uniform Push
{
    uint read;
    uint written;
} push;

void main()
{
    const uint fault = push.read % 8u;
    const uint read = fault == 3u ? 0u : fault == 4u ? push.read / 2u : push.read;
    const uint written = fault == 1u   ? 0u
                         : fault == 2u ? push.written - 1u
                         : fault == 5u ? push.written + 1u
                                       : push.written;
    const uint stride = gl_NumWorkGroups.x * 256u;
    uvec4 sum = uvec4(0);
    for (uint at = gl_GlobalInvocationID.x; at < read; at += stride)
        sum += source[at];
    for (uint to = gl_GlobalInvocationID.x; to < written; to += stride)
        destination[to] = sum + to;
}
